/** Provides what steps need: a build, a browser, a PostgreSQL, tools. */
import { buildAll } from "../lib/build-all.mjs";
import { findBrowser, findShell } from "./browser.mjs";
import { findBuildah } from "./buildah.mjs";
import { findTool, onPath } from "./debian-tool.mjs";
import { startPostgres } from "./postgres.mjs";

/**
 * @param {string} root
 * @param {(line: string) => void} print
 */
export function createProvider(root, print) {
  const provided = new Map();
  let postgres;

  const providers = {
    build() {
      buildAll(root);
    },
    browser() {
      const { path, source } = findBrowser(root);
      const shell = findShell();
      print(`Browser: ${source} (${path}), for most journeys ${shell ?? "too"}`);
      return { CHROMIUM_PATH: path, ...(shell ? { CHROMIUM_SHELL_PATH: shell } : {}) };
    },
    async postgres() {
      postgres = await startPostgres();
      print(`PostgreSQL: ${postgres.source}`);
      // Only steps that need PostgreSQL get its URL: the others test the embedded store.
      return { TESSERA_TEST_DATABASE_URL: postgres.url };
    },
    firefox() {
      const path = onPath("firefox") ?? findTool("firefox-esr");
      if (path) return { FIREFOX_PATH: path };
      return skip("No Firefox: neither on the PATH nor from apt-get");
    },
    webkit() {
      const paths = {
        WEBKIT_PATH: findTool("WebKitWebDriver", "webkit2gtk-driver"),
        XVFB_PATH: findTool("Xvfb", "xvfb"),
      };
      if (paths.WEBKIT_PATH && paths.XVFB_PATH) return paths;
      return skip("No WebKit: WebKitWebDriver or Xvfb is neither on the PATH nor from apt-get");
    },
    haproxy: () => tool("haproxy"),
    pgbouncer: () => tool("pgbouncer"),
    buildah() {
      const { missing } = findBuildah();
      return missing ? skip(`No image is built: ${missing}`) : {};
    },
  };

  function tool(name) {
    const path = findTool(name);
    if (path) return { [`${name.toUpperCase()}_PATH`]: path };
    return skip(`No ${name}: neither on the PATH nor from apt-get`);
  }

  /** On a developer's machine, skips the tests with this need. In CI a skip would hide a problem, so it is an error. */
  function skip(what) {
    if (process.env.CI) throw new Error(`${what}, and in CI no test may be skipped`);
    print(`${what}. Its tests are skipped.`);
    return {};
  }

  return {
    /**
     * Provides each need once in a run.
     *
     * @param {string[]} needs
     * @returns {Promise<Record<string, string>>} environment variables for the step
     * @throws with the reason when a need is not available
     */
    async provide(needs) {
      const env = {};
      for (const need of needs) {
        if (!provided.has(need)) provided.set(need, Promise.resolve().then(providers[need]));
        Object.assign(env, await provided.get(need));
      }
      return env;
    },
    /** Records what a step has built itself, with the problem if it failed. It is then not provided again. */
    setResult(need, problem) {
      const result = problem ? Promise.reject(new Error(problem)) : Promise.resolve({});
      result.catch(() => {});
      provided.set(need, result);
    },
    async close() {
      await postgres?.stop();
    },
  };
}
