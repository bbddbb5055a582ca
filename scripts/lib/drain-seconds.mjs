/**
 * How long a service that `npm start` runs serves on after SIGTERM, unless DRAIN_SECONDS says so. Where it has a
 * database server of its own there may be other processes on it, and a balancer in front of them; on the embedded
 * store it is alone.
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
