/**
 * Chooses the service's tests that run on PostgreSQL as well as on the embedded store. Both stores are PostgreSQL and
 * run the same SQL; they differ in version, driver and sorting, and a server's connections work at the same time. So on
 * PostgreSQL run:
 *
 * 1. every `*.race.test.ts` (the step `races`; those do not run on the embedded store);
 * 2. every test that sends requests or statements at the same time, or stops the service between statements, and all
 *    of `service/platform/database`;
 * 3. the tests of money's main paths;
 * 4. of every other folder with tests on a store, the first one;
 * 5. statements-on-postgres.test.ts, which gives the server each statement that the embedded store has run.
 *
 * docs/project/decisions.md says what that leaves out.
 */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

const mainPaths = [
  "service/events/outbox.model.test.ts",
  "service/payments/pay-by-card.test.ts",
  "service/payments/refunds/refunds.test.ts",
  "service/payments/repeated-keys.test.ts",
  "service/payouts/payouts.test.ts",
  "service/testing/statements-on-postgres.test.ts",
];

/** They need a service, but are about HTTP's limits, the API's description, and the answers of nodes. */
const notAboutTheStore = [
  "service/app/api-reference/openapi-quality.test.ts",
  "service/platform/http/http-edge.test.ts",
  "service/platform/http/http-server.test.ts",
  "service/rails/coins/watch/bitcoin-nodes.test.ts",
];

/** They need the embedded store, or read no row. */
const embeddedOnly =
  /^service\/providers\/|\/(every-route|embedded-store|reused-engines)\.test\.ts$/;
const database = "service/platform/database/";
const testStore = "service/testing/test-database.ts";

/**
 * @param {string} root the repository's folder
 * @returns {string[]} paths from there, sorted
 */
export function testsOnPostgres(root) {
  const onStore = serviceTests(root).filter((file) => opensStore(root, file));
  const candidates = onStore.filter((file) => !notAboutTheStore.includes(file));
  const chosen = candidates.filter((file) => file.startsWith(database) || interleaves(root, file));
  for (const file of mainPaths) {
    if (!candidates.includes(file)) throw new Error(`${file} is not a test on a store.`);
    if (!chosen.includes(file)) chosen.push(file);
  }
  for (const file of candidates) {
    if (!chosen.some((other) => dirname(other) === dirname(file))) chosen.push(file);
  }
  return chosen.sort();
}

/** The service's tests on either store, without races. */
export function serviceTests(root) {
  return filesBelow(root, "service")
    .filter((file) => /\.test\.ts$/.test(file) && !/\.(race|crash)\.test\.ts$/.test(file))
    .filter((file) => !embeddedOnly.test(file))
    .sort();
}

/** Whether a test waits for several requests at once (closing several things does not count), or uses at-every-step.ts. */
export function interleaves(root, file) {
  return readFileSync(join(root, file), "utf8")
    .split("\n")
    .some(
      (line) =>
        /\/(at-every-step|dying-database)\.ts"/.test(line) ||
        (/\bPromise\.all(Settled)?\(/.test(line) && !/\bafter(All|Each)\(/.test(line)),
    );
}

/** Whether a test file imports, itself or through helpers of tests, the function that opens a store. */
export function opensStore(root, file, seen = new Set()) {
  if (file === testStore) return true;
  if (seen.has(file)) return false;
  seen.add(file);
  const text = readFileSync(join(root, file), "utf8");
  return [...text.matchAll(/^(?:import|export|\}) .*?from "(\.[^"]+)";$/gm)]
    .map(([, specifier]) => normalize(join(dirname(file), specifier)))
    .filter((path) => path.includes("/testing/") && existsSync(join(root, path)))
    .some((path) => opensStore(root, path, seen));
}

function filesBelow(root, folder) {
  return readdirSync(join(root, folder)).flatMap((name) => {
    const path = `${folder}/${name}`;
    return statSync(join(root, path)).isDirectory() ? filesBelow(root, path) : [path];
  });
}
