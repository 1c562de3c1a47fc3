"""What a shop shows. Each list or thing is one SQL statement, whatever its size, and reads only what was asked for.

`json_columns` writes a row and everything below it as one JSON value, `json_rows` reads such values, `visible` says
which rows a shop shows, `statements` holds what is compiled once; the modules named after the entities say what a field
of the wire needs.
"""
