/**
 * Full exports, streamed: they start at once and use constant memory.
 *
 *   GET /console/api/exports/payments?format=&…filters of the list      (payments.export)
 *   GET /console/api/exports/payouts?format=&…filters of the list       (payouts.export)
 *   GET /console/api/exports/refund-batch?format=&refundBatchId=        (payments.export)
 *
 * One row for each payment attempt, payout intent or payment of a refund batch, oldest first. `csv` has a header row
 * and escapes cells that a spreadsheet would execute. `ndjson` has one {@link paymentIntent},
 * {@link disbursementIntent} or payment of the batch per line. The header {@link exportTotalHeader} is the number of
 * matching intents, to show progress. To resume a broken export, send `after=<id of the last complete intent>`; a
 * resumed CSV has no header row. The audit log records each export.
 */
import * as z from "zod/mini";
import { paymentQuery } from "./payment-list.ts";
import { payoutQuery } from "./payouts.ts";

/** All matching intents when the export started, even for a resumed export. */
export const exportTotalHeader = "tessera-export-total";

export const exportFormat = z._default(z.enum(["csv", "ndjson"]), "csv");
const after = z.optional(z.string().check(z.regex(/^(pi|di)_\w{24}$/)));

export const paymentExportQuery = z.extend(
  z.omit(paymentQuery, { page: true, size: true, sort: true }),
  {
    format: exportFormat,
    after,
  },
);

/** Exports one row for each payment of the batch. */
export const refundBatchExportQuery = z.object({
  refundBatchId: z.string(),
  format: exportFormat,
  after,
});

export const payoutExportQuery = z.extend(
  z.omit(payoutQuery, { page: true, size: true, sort: true }),
  {
    format: exportFormat,
    after,
  },
);
