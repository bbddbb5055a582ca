import { watch } from "node:fs";

/** The programs that each source belongs to. Other files restart nothing. */
const programsOf = [
  [/^contract\//, ["service", "sandbox", "shop"]],
  [/^service\//, ["service"]],
  [/^sandbox\//, ["sandbox"]],
  [/^demo\/shop\/server\//, ["shop"]],
  [/^clients\/server\//, ["shop"]],
  // The SDK: the service reads it when it starts.
  [/^src\//, ["service"]],
];
const folders = ["contract", "service", "sandbox", "demo/shop/server", "src", "clients/server"];
/** Editors write a file in several steps, and a branch switch writes many files. */
const quietMs = 60;

export function programsFor(file) {
  if (/\.test\.tsx?$|\/testing\/|~$|\.swp$/.test(file)) return [];
  return programsOf.find(([pattern]) => pattern.test(file))?.[1] ?? [];
}

/**
 * Watches the sources. Calls of `onChange` never overlap: changes during a call are in the next one.
 *
 * @param {string} root
 * @param {(files: string[], programs: string[]) => Promise<void>} onChange
 * @returns {() => void} stops watching
 */
export function watchSources(root, onChange) {
  const changed = new Set();
  let timer;
  let isBusy = false;

  const flush = async () => {
    if (isBusy || changed.size === 0) return;
    isBusy = true;
    const files = [...changed];
    changed.clear();
    await onChange(files, [...new Set(files.flatMap(programsFor))]);
    isBusy = false;
    void flush();
  };
  const watchers = folders.map((folder) =>
    watch(`${root}/${folder}`, { recursive: true }, (_event, name) => {
      const file = `${folder}/${String(name).replaceAll("\\", "/")}`;
      if (programsFor(file).length === 0) return;
      changed.add(file);
      clearTimeout(timer);
      timer = setTimeout(flush, quietMs);
    }),
  );
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}
