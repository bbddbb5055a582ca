/**
 * Chooses the service's tests that also run on the embedded store. It is PostgreSQL too and runs the same SQL; version
 * and driver differ, and it has a single connection. So on it run:
 *
 * 1. all of `service/platform/database`;
 * 2. the tests of the main payment and payout paths;
 * 3. the first test file of every other folder with tests on a store;
 * 4. statements-on-embedded.test.ts, with each statement that PostgreSQL has run.
 *
 * All journeys and half of the crash rounds run on it, too. docs/project/decisions.md says what that leaves out.
 */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

const mainPaths = [
  "service/events/outbox.model.test.ts",
  "service/payments/pay-by-card.test.ts",
  "service/payments/refunds/refunds.test.ts",
  "service/payments/repeated-keys.test.ts",
  "service/payouts/payouts.test.ts",
  "service/testing/statements-on-embedded.test.ts",
];
const database = "service/platform/database/";
const testStore = "service/testing/test-database.ts";

/**
 * @param {string} root
 * @returns {string[]} paths from there, sorted
 */
export function testsOnEmbedded(root) {
  const candidates = testsOnStore(root);
  for (const file of mainPaths) {
    if (!candidates.includes(file)) throw new Error(`${file} is not a test on a store.`);
  }
  const chosen = candidates.filter((file) => file.startsWith(database) || mainPaths.includes(file));
  for (const file of candidates) {
    if (!chosen.some((other) => dirname(other) === dirname(file))) chosen.push(file);
  }
  return chosen.sort();
}

/** The service's tests that open a store, without races and crashes. */
export function testsOnStore(root) {
  return filesBelow(root, "service")
    .filter((file) => /\.test\.ts$/.test(file) && !/\.(race|crash)\.test\.ts$/.test(file))
    .filter((file) => opensStore(root, file))
    .sort();
}

/** A test file opens a store if it imports the function that does, itself or through other test files. */
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
