from dataclasses import dataclass


@dataclass(frozen=True, order=True)
class CellProblem:
    """A problem in one cell of the file. `line`: from 1, with the header.

    `refused`: the row or picture was left out; False for a note about a value that was taken.
    """

    line: int
    column: str
    message: str
    refused: bool = True

    def __str__(self) -> str:
        remark = "" if self.refused else " (note)"
        return f"line {self.line}, {self.column}: {self.message}{remark}"


class CellError(Exception):
    """A cell cannot be read. The message says what it should contain."""


class FileRefused(Exception):
    """No row of the file can be read."""
