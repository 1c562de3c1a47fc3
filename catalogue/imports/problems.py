from dataclasses import dataclass


@dataclass(frozen=True, order=True)
class CellProblem:
    """Something wrong in one cell of the file. `line` counts the file's lines from 1, the header included.

    `refused` tells what was left out (a row, a picture) from a remark about what was taken all the same.
    """

    line: int
    column: str
    message: str
    refused: bool = True

    def __str__(self) -> str:
        remark = "" if self.refused else " (note)"
        return f"line {self.line}, {self.column}: {self.message}{remark}"


class CellError(Exception):
    """A cell that cannot be read; the message says what it should have been."""


class FileRefused(Exception):
    """A file of which no row can be read."""
