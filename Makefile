# Needs Python 3.11 or newer and nothing else; `make help` lists what there is.
PYTHON ?= python3

.PHONY: help run test report check seed bench lock clean

help:
	@echo "make run     install, start and fill the shop; PORT=8000, Ctrl-C ends it"
	@echo "make test    the gate: lint, types, layers, tests; ALL=1 adds the rest, COVERAGE=1 what is reached; ARGS=... goes to pytest"
	@echo "make report  what the last whole run cost, by file and by test, and what it reached"
	@echo "make check   lint, types, layers, missing migrations, GraphQL schema"
	@echo "make seed    fill the database with the demo shops; SCALE=large adds 1 000 shops, 100 000 products"
	@echo "make bench   measure catalogue, sale and waiting room beside a bare Django view; SCALE=large, JSON=file"
	@echo "make lock    resolve the Python dependencies anew; UPGRADE=1 takes newer versions"
	@echo "make clean   remove what is installed and built; DATA=1 removes the local database, too"

run test report check seed bench lock clean:
	@$(PYTHON) -m launch $@
