/**
 * The ledger in the console.
 *
 *   GET /console/api/ledger/accounts?at=              → ledgerAccounts (payments.read)
 *   GET /console/api/ledger/postings?…                → ledgerPostings (payments.read)
 *   GET /console/api/exports/ledger?…filters          → CSV with one row for each entry, or NDJSON with one
 *                                                       ledgerPosting per line (payments.export); it resumes as
 *                                                       other exports do, with `after=<id of a posting>`
 */
import * as z from "zod/mini";
import { ledgerPosting, ledgerPostingsQuery } from "../api/ledger.ts";
import { listOf, timeSorts } from "../lists.ts";
import { exportFormat } from "./exports.ts";

export { ledgerAccounts, ledgerAccountsQuery } from "../api/ledger.ts";

/** Query of the postings, with the console's order. */
export const postingListQuery = z.extend(ledgerPostingsQuery, {
  sort: z.optional(z.enum(timeSorts)),
});

/** Postings, newest first by default. */
export const ledgerPostings = listOf(ledgerPosting);

/** The list's filters. 400 `invalid_value` if `after` is not one of the operator's postings. */
export const ledgerExportQuery = z.extend(z.omit(ledgerPostingsQuery, { page: true, size: true }), {
  format: exportFormat,
  after: z.optional(z.string().check(z.minLength(1), z.maxLength(256))),
});
