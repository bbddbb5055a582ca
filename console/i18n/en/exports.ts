export const english = {
  exports: {
    button: "Export",
    title: (what: string): string => (what === "payouts" ? "Export payouts" : "Export payments"),
    everything: "The whole list, all pages. Set filters first to export less.",
    filtered: "Everything that matches your filters, all pages.",
    format: "Format",
    csv: "CSV, for spreadsheets",
    ndjson: "NDJSON, one JSON object per line",
    start: "Export",
    resume: "Continue export",
    progress: "Progress of the export",
    running: (count: number, total: number | null) =>
      total === null
        ? "Starting …"
        : `${count.toLocaleString("en")} of ${total.toLocaleString("en")}`,
    done: (count: number) =>
      `Exported ${count.toLocaleString("en")}. Find the file in your downloads.`,
    broken: (count: number) =>
      `The connection broke after ${count.toLocaleString("en")}. Nothing is lost: continue from there.`,
  },
};
