/** Brings what steps need onto this machine: a build, a browser, a PostgreSQL, programs. */
import { buildAll } from "../lib/build-all.mjs";
import { findBrowser } from "./browser.mjs";
import { findBuildah } from "./buildah.mjs";
import { findTool } from "./debian-tool.mjs";
import { startPostgres } from "./postgres.mjs";

/**
 * @param {string} root the repository's folder
 * @param {(line: string) => void} print
 */
export function createProvider(root, print) {
  const provided = new Map();
  let postgres;

  const ways = {
    build() {
      buildAll(root);
    },
    browser() {
      const { path, source } = findBrowser(root);
      print(`Browser: ${source} (${path})`);
      return { CHROMIUM_PATH: path };
    },
    async postgres() {
      postgres = await startPostgres();
      print(`PostgreSQL: ${postgres.source}`);
      // Only the steps that ask for it see it: the others prove the embedded store.
      return { TESSERA_TEST_DATABASE_URL: postgres.url };
    },
    haproxy: () => tool("haproxy"),
    pgbouncer: () => tool("pgbouncer"),
    buildah() {
      const { missing } = findBuildah();
      if (missing) lack(`No image is built: ${missing}`);
    },
  };

  function tool(name) {
    const path = findTool(name);
    if (path) return { [`${name.toUpperCase()}_PATH`]: path };
    lack(`No ${name}: neither on the PATH nor from apt-get`);
    return {};
  }

  /** Tests that need it are skipped on a developer's machine. In CI that would prove nothing. */
  function lack(what) {
    if (process.env.CI) throw new Error(`${what}, and in CI no test may be skipped`);
    print(`${what}. Its tests are skipped.`);
  }

  return {
    /**
     * Provides all of these, each once in a run.
     *
     * @param {string[]} needs
     * @returns {Promise<Record<string, string>>} the environment that says where it is
     * @throws why something can't be had
     */
    async provide(needs) {
      const env = {};
      for (const need of needs) {
        if (!provided.has(need)) provided.set(need, Promise.resolve().then(ways[need]));
        Object.assign(env, await provided.get(need));
      }
      return env;
    },
    /** What a step has made itself is not brought again; with why, when it could not be made. */
    settle(need, problem) {
      const result = problem ? Promise.reject(new Error(problem)) : Promise.resolve({});
      result.catch(() => {});
      provided.set(need, result);
    },
    async close() {
      await postgres?.stop();
    },
  };
}
