# Tessera's service as an image: `docker build -t tessera .`
#
#   --build-arg BASE=docker.io/library/node:24-bookworm-slim@sha256:…   pins the base; any image with Node, npm and glibc
#   --build-arg DOCUMENT_READER=true   adds the reader of license fronts and passports, about 60 MB
#
# The container runs as user 10001, needs a writable /var/lib/tessera and /tmp, and nothing else:
# `--read-only --tmpfs /tmp -v tessera:/var/lib/tessera`. deploy/compose.yaml runs it with PostgreSQL.
ARG BASE=docker.io/library/node:24-bookworm-slim

FROM ${BASE} AS build
ARG DOCUMENT_READER=false
WORKDIR /build
COPY . .
# The build needs no optional package, and those of the document reader are a third of all bytes.
RUN if [ "${DOCUMENT_READER}" != true ]; then npm ci --omit=optional --prefer-offline; fi && \
    node scripts/build.mjs && \
    node scripts/image/collect.mjs /image "${DOCUMENT_READER}"

FROM ${BASE}
ARG VERSION=0.1.0
LABEL org.opencontainers.image.title="tessera" \
      org.opencontainers.image.description="Payment compliance and orchestration: the service" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.licenses="UNLICENSED"
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=4000 \
    TESSERA_DATA_DIR=/var/lib/tessera
COPY --from=build /image/app /app
COPY --from=build --chown=10001:10001 /image/data /var/lib/tessera
WORKDIR /app
USER 10001:10001
VOLUME /var/lib/tessera
EXPOSE 4000
# Alive, not ready: a container is not replaced because its database is away.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "scripts/image/health.mjs"]
# No shell and no npm in between: SIGTERM reaches the service, which drains.
STOPSIGNAL SIGTERM
CMD ["node", "dist/node/service/app/program.js"]
