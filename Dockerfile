# One image for the web server and the worker; PostgreSQL, Valkey and the store of pictures are elsewhere.
FROM node:24-slim AS frontend
WORKDIR /build/frontend
COPY frontend/package.json frontend/package-lock.json frontend/.npmrc ./
RUN npm ci
COPY frontend ./
COPY locale ../locale
COPY templates ../templates
RUN npm run build

FROM python:3.11-slim AS packages
COPY requirements-server.txt ./
RUN python -m venv /venv \
    && /venv/bin/pip install --no-cache-dir --no-deps --require-hashes -r requirements-server.txt

FROM python:3.11-slim
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1
RUN useradd --system --uid 10001 --create-home shop
WORKDIR /app
COPY --from=packages /venv /venv
COPY manage.py ./
COPY launch launch
COPY config config
COPY shop shop
COPY sessions_queue sessions_queue
COPY catalogue catalogue
COPY cart cart
COPY checkout checkout
COPY aftersale aftersale
COPY templates templates
COPY locale locale
COPY frontend/persisted-queries.json frontend/persisted-queries.json
COPY --from=frontend /build/frontend/dist frontend/dist
# Writes the pages on the server (docs/decisions/0025-one-rendering.md).
COPY --from=frontend /build/frontend/dist-server frontend/dist-server
COPY --from=frontend /usr/local/bin/node /usr/local/bin/node
# .local holds uploaded pictures where no S3_BUCKET is set: give it a volume then.
RUN python -c "from launch.messages import compile_messages; compile_messages()" \
    && mkdir -p .local/static && chown -R shop .local
USER shop
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz', timeout=2)"]
CMD ["python", "-m", "launch.web"]
