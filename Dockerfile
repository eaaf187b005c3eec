# docs/deployment.md says how it is run: read-only, with one volume at /data. Every step is in deploy/image.sh, which a test runs without Docker.
FROM node:24-bookworm-slim AS build
COPY . /sources
RUN bash /sources/deploy/image.sh /image

FROM debian:bookworm-slim
COPY --from=build /image /
# a builder may give to root what it copies
COPY --from=build --chown=10001:10001 /image/data /data
ENV HOST=0.0.0.0 PORT=8080 DATA_DIR=/data
USER 10001:10001
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["/usr/local/bin/node", "/opt/tenantry/deploy/healthcheck.mjs"]
# No shell between: the service is process 1 and gets the signal. The processes it starts, it reaps itself.
ENTRYPOINT ["/usr/local/bin/node", "/opt/tenantry/dist/bin.js"]
