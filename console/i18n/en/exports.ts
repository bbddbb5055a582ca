/** Exports of lists; in English. */
export const english = {
  exports: {
    button: "Export",
    title: (what: string): string => (what === "payouts" ? "Export payouts" : "Export payments"),
    everything: "Everything, all pages of it. Set filters first to export less.",
    filtered: "Everything that fits your filters, all pages of it.",
    format: "Format",
    csv: "CSV, for spreadsheets",
    ndjson: "NDJSON, a line of JSON each",
    start: "Export",
    goOn: "Go on",
    progress: "Progress of the export",
    running: (count: number, total: number | null) =>
      total === null
        ? "Beginning …"
        : `${count.toLocaleString("en")} of ${total.toLocaleString("en")}`,
    done: (count: number) =>
      `Done: ${count.toLocaleString("en")} in the file, which is among your downloads.`,
    broken: (count: number) =>
      `The connection broke after ${count.toLocaleString("en")}. Nothing is lost: it goes on from there.`,
  },
};
