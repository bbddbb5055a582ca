/** The end of a run: a line for each step, the slowest tests, and the totals. */
const slowestShown = 20;

/** @param {(line: string) => void} print */
export function createSummary(print) {
  const totals = { passed: 0, failed: 0, skipped: 0 };
  const lines = [];
  const timings = [];

  return {
    /**
     * @param {string} name of the step
     * @param {import("./results.mjs").Counts} counts
     * @param {number} tookMs
     */
    add(name, counts, tookMs) {
      for (const key of Object.keys(totals)) totals[key] += counts[key];
      timings.push(...counts.timings.map((each) => ({ ...each, step: name })));
      const verdict = counts.failed === 0 ? "ok    " : "FAILED";
      const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : "";
      const line = `${verdict} ${name.padEnd(18)}${String(counts.passed).padStart(5)} passed ${String(counts.failed).padStart(4)} failed ${(tookMs / 1000).toFixed(1).padStart(7)} s${skipped}`;
      print(line);
      lines.push(line, ...counts.failures.map((failure) => `         ${failure}`));
      lines.push(
        ...counts.secondTries.map((title) => `         passed on the second try: ${title}`),
      );
    },
    /**
     * Prints the summary. Its last line is `N passed, N failed`.
     *
     * @returns {boolean} whether nothing failed and something ran
     */
    conclude() {
      const slowest = timings.toSorted((a, b) => b.tookMs - a.tookMs).slice(0, slowestShown);
      if (slowest.length > 0) {
        print(`\nThe ${slowest.length} slowest tests:`);
        for (const { step, title, tookMs } of slowest)
          print(`${(tookMs / 1000).toFixed(1).padStart(7)} s  ${step.padEnd(18)}${title}`);
      }
      print(`\n${lines.join("\n")}\n`);
      print(`${totals.passed} passed, ${totals.failed} failed`);
      return totals.failed === 0 && totals.passed + totals.skipped > 0;
    },
  };
}
