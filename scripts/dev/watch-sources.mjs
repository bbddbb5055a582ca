import { relative } from "node:path";

/** The programs that each source belongs to. The SDK belongs to none: the front server builds it. */
const programsOf = [
  [/^contract\//, ["service", "sandbox", "shop"]],
  [/^service\//, ["service"]],
  [/^sandbox\//, ["sandbox"]],
  [/^demo\/shop\/server\//, ["shop"]],
  [/^clients\/server\//, ["shop"]],
  [/^(src|clients\/elements)\//, []],
];
const withoutEffect = /\.test\.tsx?$|\/testing\/|\.md$|\/tsconfig\.json$|~$|\.swp$/;
/** Editors write a file in several steps, and a branch switch writes many files. */
const quietMs = 60;

/** @returns {string[] | undefined} the programs to restart; undefined for a file that changes nothing */
export function programsFor(file) {
  if (withoutEffect.test(file)) return undefined;
  return programsOf.find(([pattern]) => pattern.test(file))?.[1];
}

/**
 * Reports changed sources. Uses Vite's watcher: Node.js's own, when recursive on Linux, no longer reports a file after
 * an editor or Git has replaced it. Calls of `onChange` never overlap: changes during a call are in the next one.
 *
 * @param {import("vite").FSWatcher} watcher
 * @param {string} root
 * @param {(files: string[], programs: string[]) => Promise<void>} onChange
 * @returns {() => void} stops watching
 */
export function watchSources(watcher, root, onChange) {
  const changed = new Set();
  let timer;
  let isBusy = false;

  const flush = async () => {
    if (isBusy || changed.size === 0) return;
    isBusy = true;
    const files = [...changed];
    changed.clear();
    try {
      await onChange(files, [...new Set(files.flatMap((file) => programsFor(file)))]);
    } catch (error) {
      console.error(error);
    } finally {
      isBusy = false;
    }
    void flush();
  };
  const note = (_event, path) => {
    const file = relative(root, path).replaceAll("\\", "/");
    if (programsFor(file) === undefined) return;
    changed.add(file);
    clearTimeout(timer);
    timer = setTimeout(flush, quietMs);
  };
  watcher.on("all", note);
  return () => {
    clearTimeout(timer);
    watcher.off("all", note);
  };
}
