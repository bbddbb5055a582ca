/**
 * How long a service under `npm start` keeps serving after SIGTERM, unless DRAIN_SECONDS is set. With a database server
 * other processes may run behind a load balancer, so the service waits. With the embedded store it is the only process.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {string} for DRAIN_SECONDS
 */
export function drainSecondsOf(env) {
  const named = (name) => env[name]?.trim() ?? "";
  if (named("DRAIN_SECONDS")) return named("DRAIN_SECONDS");
  const mayHaveOthers =
    named("TESSERA_ENV") === "production" || named("DATABASE_URL") || named("DATABASE_URL_FILE");
  return mayHaveOthers ? "10" : "0";
}
