import type { Words } from "../words.ts";

/** Texts for sorting, columns and remembered views of lists, and for the filters of figures. */
export const english = {
  sort: "Sort by",
  sorts: {
    newest: "Newest first",
    oldest: "Oldest first",
    highest: "Highest amount first",
    lowest: "Lowest amount first",
    due: "Due first",
    customer: "Customer ID, A to Z",
    position: "In the order of the refunds",
    failed: "Failed first",
  },
  columns: "Columns",
  columnsText: "Choose the columns on this device.",
  views: "Views",
  viewsText:
    "A view keeps the filters, the order and the columns on this device, without searches.",
  noViews: "No views yet.",
  open: (name: string) => `Open the view ${name}`,
  remove: (name: string) => `Remove the view ${name}`,
  removed: (name: string) => `View “${name}” removed.`,
  saved: (name: string) => `View “${name}” saved.`,
  name: "Name of the view",
  save: "Save view",
  figures: {
    label: "Other filters",
    remove: (filter: string) => `Remove the filter ${filter}`,
    none: "unknown or none",
    currency: (code: string) => `Currency ${code}`,
    outcomes: {
      approved: "Approved",
      declined: "Never approved",
      returned: "Returned after success",
      decided: "With an outcome",
    } as Words,
    firsts: {
      any: "With an attempt",
      approved: "First attempt approved",
      declined: "First attempt failed",
      decided: "First attempt with an outcome",
    } as Words,
    brand: (name: string) => `Card brand: ${name}`,
    country: (name: string) => `Country: ${name}`,
    reason: (text: string) => `Failed: ${text}`,
    threeDS: {
      card: "Paid by card",
      authenticated: "With 3-D Secure",
      challenged: "3-D Secure challenge shown",
      challenge_passed: "Challenge passed",
      challenge_approved: "Approved after a challenge",
      frictionless: "3-D Secure without a challenge",
      frictionless_approved: "Approved without a challenge",
    } as Words,
    deciding: {
      "1": "By the newest or successful attempt",
      first: "By the first attempt",
    } as Words,
  },
};
