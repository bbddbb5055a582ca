/**
 * The ledger in the console.
 *
 *   GET /console/api/ledger/accounts?at=              → ledgerAccounts (payments.read)
 *   GET /console/api/ledger/postings?…                → ledgerPostings (payments.read)
 *   GET /console/api/exports/ledger?…filters          → CSV, one row for each entry (payments.export)
 */
import * as z from "zod/mini";
import { ledgerPosting, ledgerPostingsQuery } from "../api/ledger.ts";
import { listOf } from "../lists.ts";

export { ledgerAccounts, ledgerAccountsQuery, ledgerPostingsQuery } from "../api/ledger.ts";

/** A page of postings, newest first. */
export const ledgerPostings = listOf(ledgerPosting);

/** Filters of the export: those of the list. */
export const ledgerExportQuery = z.omit(ledgerPostingsQuery, { page: true, size: true });
