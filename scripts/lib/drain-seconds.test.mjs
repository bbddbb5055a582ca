import { expect, test } from "vitest";
import { drainSecondsOf } from "./drain-seconds.mjs";

test.each([
  [{}, "0"],
  [{ TESSERA_ENV: "sandbox", DATABASE_URL: " " }, "0"],
  [{ DATABASE_URL: "postgres://db" }, "10"],
  [{ DATABASE_URL_FILE: "/run/secrets/database-url" }, "10"],
  [{ TESSERA_ENV: "production" }, "10"],
  [{ TESSERA_ENV: "production", DRAIN_SECONDS: "0" }, "0"],
  [{ DRAIN_SECONDS: " 7 " }, "7"],
])("with %j the service keeps serving for %s seconds", (env, seconds) => {
  expect(drainSecondsOf(env)).toBe(seconds);
});
