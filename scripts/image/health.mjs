/** The image's HEALTHCHECK: exit code 0 if this container's service responds to `/healthz`. */
const port = process.env.PORT?.trim() || "4000";
try {
  const { ok } = await fetch(`http://127.0.0.1:${port}/healthz`, {
    signal: AbortSignal.timeout(4_000),
  });
  process.exitCode = ok ? 0 : 1;
} catch {
  process.exitCode = 1;
}
