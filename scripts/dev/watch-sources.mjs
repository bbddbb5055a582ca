import { relative } from "node:path";

/** The programs that can use a source. None for the SDK, which the front server builds. */
const programsBySource = [
  [/^contract\//, ["service", "sandbox", "shop"]],
  [/^service\//, ["service"]],
  [/^sandbox\//, ["sandbox"]],
  [/^demo\/shop\/server\//, ["shop"]],
  [/^clients\/server\//, ["shop"]],
  [/^(src|clients\/elements)\//, []],
];
const ignored = /\.test\.tsx?$|\/testing\/|\.md$|\/tsconfig\.json$|~$|\.swp$/;
/** Waits for this pause: editors write a file in several steps, and a branch switch writes many files. */
const quietMs = 60;

/** @returns {string[] | undefined} the programs that can use a source; undefined for an ignored file */
export function programsFor(file) {
  if (ignored.test(file)) return undefined;
  return programsBySource.find(([pattern]) => pattern.test(file))?.[1];
}

/**
 * Reports changed sources. Uses Vite's watcher: on Linux, Node.js's recursive watcher stops reporting a file once an
 * editor or Git replaces it. Calls of `onChange` never overlap; changes during a call go to the next one.
 *
 * @param {import("vite").FSWatcher} watcher
 * @param {string} root
 * @param {(name: string, file: string) => boolean} uses whether a program uses a source
 * @param {(files: string[], programs: string[]) => Promise<void>} onChange files, and the programs to restart
 * @returns {() => void} stops watching
 */
export function watchSources(watcher, root, uses, onChange) {
  const changed = new Set();
  let timer;
  let isBusy = false;

  const flush = async () => {
    if (isBusy || changed.size === 0) return;
    isBusy = true;
    const files = [...changed];
    changed.clear();
    try {
      const names = files.flatMap((file) => programsFor(file).filter((name) => uses(name, file)));
      await onChange(files, [...new Set(names)]);
    } catch (error) {
      console.error(error);
    } finally {
      isBusy = false;
    }
    void flush();
  };
  const record = (_event, path) => {
    const file = relative(root, path).replaceAll("\\", "/");
    if (programsFor(file) === undefined) return;
    changed.add(file);
    clearTimeout(timer);
    timer = setTimeout(flush, quietMs);
  };
  watcher.on("all", record);
  return () => {
    clearTimeout(timer);
    watcher.off("all", record);
  };
}
