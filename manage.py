#!/usr/bin/env python
import os
import sys

from launch.guard import adopt

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    adopt(os.environ)
    if sys.argv[1:2] != ["worker"]:
        os.environ["STATEMENT_SECONDS"] = "0"  # what an operator starts may take its time
    import django
    from django.core.management import execute_from_command_line

    from config.startup import quick_start
    from shop.core.database.actors import acting_as

    with quick_start():
        django.setup()
    with acting_as("command", " ".join(sys.argv[1:2])):
        execute_from_command_line(sys.argv)
