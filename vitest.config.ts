import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { testsOnEmbedded } from "./scripts/testing/on-embedded.mjs";
import { testsWithDocument } from "./scripts/testing/with-document.mjs";

const root = fileURLToPath(new URL(".", import.meta.url));
const withDocument = testsWithDocument(root);

/**
 * One project for each kind of test, by what its tests need:
 * - `unit`: nothing. `unit-document`: happy-dom, which the file itself asks for.
 * - `service`: a store, which is PostgreSQL if `TESSERA_TEST_DATABASE_URL` names one, and otherwise embedded.
 *   `service-embedded`: always an embedded store. `races`: always that PostgreSQL.
 * - `crash`: whole processes, which the tests kill.
 * - `rolling`: whole processes behind HAProxy and PgBouncer, and a PostgreSQL that the tests restart.
 */
export default defineConfig({
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  test: {
    // A busy machine slows tests down; that must not fail them.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // In CI a test that fails by chance is tried once more, and the run's summary names it.
    retry: process.env["CI"] ? 1 : 0,
    // With the intercept, a line that a test prints as it ends can fail the run: "Closing rpc while onUserConsoleLog
    // was pending".
    disableConsoleIntercept: true,
    // Steps and repeated runs share compiled modules, by the hash of their sources.
    experimental: { fsModuleCache: true },
    // Vitest leaves a core free: on two cores, one file after the other.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          // They share modules, as those of `service` do.
          isolate: false,
          include: [
            "{clients,contract,src,widgets,console,demo,docs,bench,scripts}/**/*.test.{ts,tsx}",
            "scripts/**/*.test.mjs",
            "e2e/repo/**/*.test.ts",
          ],
          exclude: withDocument,
        },
      },
      {
        extends: true,
        test: {
          name: "unit-document",
          // Components keep state in modules, so files are isolated. A thread starts faster than a process.
          pool: "threads",
          setupFiles: ["scripts/testing/query-timeout.mjs"],
          include: withDocument,
        },
      },
      {
        extends: true,
        test: {
          name: "service",
          // Reading hundreds of modules in each process took half of the step's time. The tests keep only counters in
          // modules, and each file closes what it opened.
          isolate: false,
          include: ["{service,sandbox}/**/*.test.ts"],
          exclude: ["**/*.race.test.ts", "**/*.crash.test.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "service-embedded",
          isolate: false,
          include: testsOnEmbedded(root),
        },
      },
      {
        extends: true,
        test: { name: "races", include: ["service/**/*.race.test.ts"], isolate: false },
      },
      {
        extends: true,
        test: {
          name: "clones",
          include: ["e2e/clones/**/*.test.ts"],
          maxConcurrency: 2,
          testTimeout: 1_500_000,
        },
      },
      {
        extends: true,
        test: { name: "image", include: ["e2e/image/**/*.test.ts"], testTimeout: 180_000 },
      },
      {
        extends: true,
        test: {
          name: "crash",
          include: ["{service,e2e}/**/*.crash.test.ts"],
          testTimeout: 1_200_000,
        },
      },
      {
        extends: true,
        test: {
          name: "rolling",
          include: ["e2e/rolling/**/*.rolling.test.ts"],
          // Each keeps two services and a database busy.
          fileParallelism: false,
          testTimeout: 900_000,
        },
      },
    ],
  },
});
