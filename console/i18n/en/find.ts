import type { Words } from "../words.ts";
import { plural } from "./plural.ts";

export const english = {
  title: "Go to",
  label: "Section, ID, reference, e-mail address or name",
  hint: "Type the beginning of an ID or reference. Choose with the arrow keys and open with Enter.",
  sections: "Sections",
  kinds: {
    payment: "Payments",
    refund: "Refunds",
    refund_batch: "Refund batches",
    dispute: "Disputes",
    payout: "Payouts",
    settlement_batch: "Batches of reports and statements",
    settlement_break: "Breaks",
    customer: "Customers",
  } as Words,
  found: (count: number) => plural(count, "result", "results"),
  none: "Nothing found. Check the ID, or search by its beginning.",
  searching: "Searching…",
  failed: "The search failed. Check your connection and type again.",
};
