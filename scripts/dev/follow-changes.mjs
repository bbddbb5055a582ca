/**
 * Applies changed sources to what runs: transpiles, builds the SDK, restarts programs, reloads pages, and checks types
 * last, because programs run despite type errors. A change while a program restarts makes it start again at once.
 * Errors are printed, and the next change tries again.
 *
 * @param {{
 *   transpile: (files: readonly string[]) => Promise<void>,
 *   sdk: { isSource: (file: string) => boolean, build: () => Promise<void> },
 *   group: { restart: (name: string) => Promise<boolean>, ended: () => string[] },
 *   typeCheck: { start: () => void, stop: () => void },
 *   reload: () => void,
 *   print?: (line: string) => void,
 *   printError?: (line: string) => void,
 * }} options
 * @returns {(files: readonly string[], programs: readonly string[]) => Promise<void>} resolves when the files are
 *   compiled, before the programs are ready; calls must not overlap
 */
export function createFollower({
  transpile,
  sdk,
  group,
  typeCheck,
  reload,
  print = console.log,
  printError = console.error,
}) {
  const uncompiled = new Set();
  const outdated = new Set();
  /** Changes whose restart a later one has replaced. */
  const unshown = new Set();
  let restarts = 0;

  return async function follow(changedFiles, changedPrograms) {
    const startedAt = Date.now();
    typeCheck.stop();
    for (const file of changedFiles) uncompiled.add(file);
    for (const name of [...changedPrograms, ...group.ended()]) outdated.add(name);
    const files = [...uncompiled];
    const [compiled, built] = await Promise.allSettled([
      transpile(files),
      files.some(sdk.isSource) ? sdk.build() : undefined,
    ]);
    for (const { reason } of [compiled, built]) if (reason) printError(reason.message);
    if (compiled.status === "rejected") return;
    const names = [...outdated];
    uncompiled.clear();
    outdated.clear();
    void show(files, names, startedAt);
  };

  async function show(files, names, startedAt) {
    restarts += 1;
    const results = await Promise.allSettled(names.map((name) => group.restart(name)));
    restarts -= 1;
    for (const file of files) unshown.add(file);
    const failures = results.filter(({ status }) => status === "rejected");
    for (const { reason } of failures) printError(`${reason.message} The next change restarts it.`);
    // A replaced restart is reported by the last one that runs, which may be this one.
    const isShown = restarts === 0 || results.every(({ value }) => value === true);
    if (failures.length === 0 && isShown) {
      const what = names.length > 0 ? `restarted ${names.join(", ")}` : "reloaded";
      print(`${[...unshown].join(", ")}: ${what} (${Date.now() - startedAt} ms)`);
      unshown.clear();
      reload();
    }
    if (restarts === 0) typeCheck.start();
  }
}
