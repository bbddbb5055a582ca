/**
 * Full exports, streamed: they begin at once and take as much memory for a million rows as for ten.
 *
 *   GET /console/api/exports/payments?format=&…filters of the list      (payments.export)
 *   GET /console/api/exports/payouts?format=&…filters of the list       (payouts.export)
 *
 * One row for each attempt to pay, or for each payout intent, oldest first. `csv` begins with a line of
 * names and guards cells that a spreadsheet would run; `ndjson` has one {@link paymentIntent} or
 * {@link disbursementIntent} a line. The header {@link exportTotalHeader} says how many intents fit in all,
 * for showing progress. An export that broke off goes on after the last whole intent that arrived:
 * `after=<its id>`; a CSV then comes without its line of names. Each export stands in the audit log.
 */
import * as z from "zod/mini";
import { paymentQuery } from "./payments.ts";
import { payoutQuery } from "./payouts.ts";

/** How many intents fit in all, counted when the export began; also when it goes on after another. */
export const exportTotalHeader = "tessera-export-total";

const format = z._default(z.enum(["csv", "ndjson"]), "csv");
const after = z.optional(z.string().check(z.regex(/^(pi|di)_\w{24}$/)));

/** Query of the payments' export. */
export const paymentExportQuery = z.extend(z.omit(paymentQuery, { page: true, size: true }), {
  format,
  after,
});
export type PaymentExportQuery = z.infer<typeof paymentExportQuery>;

/** Query of the payouts' export. */
export const payoutExportQuery = z.extend(z.omit(payoutQuery, { page: true, size: true }), {
  format,
  after,
});
export type PayoutExportQuery = z.infer<typeof payoutExportQuery>;
