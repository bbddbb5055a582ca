/** Finds a transaction by our reference. Authorize.Net has no search, only lists. */
import { type Call, type Exchange, problemOf, type VendorResponse } from "../../kit/exchange.ts";
import { batchesResponse, bodyOf, listResponse, type Summary } from "./responses.ts";

/** Makes a call; `body` is the request without credentials. */
export type Ask = (request: string, body: object, maxBytes?: number) => Call;

/** The transactions that fit, or why they are unknown. */
export type Found =
  | { readonly type: "found"; readonly rows: readonly Summary[] }
  | { readonly type: "open"; readonly reason: string };

/** Most transactions per page. */
export const pageSize = 1_000;
export const pageBytes = 2 * 1024 * 1024;
/** Pages of the list that has not settled, newest first, and of all batches together. */
const openPages = 3;
const settledPages = 2;

/**
 * Lists what has not settled, then the last 24 hours' batches, and returns what fits. In this order it misses nothing
 * that settles in the meantime. Finds nothing only if it read every page; an account with more pages is `open`.
 */
export function* search(ask: Ask, fits: (row: Summary) => boolean): Exchange<Found> {
  let offset = 1;
  for (; offset <= openPages; offset += 1) {
    const page = rowsOf(
      yield ask(
        "getUnsettledTransactionListRequest",
        // This includes transactions that are held for review.
        { status: "any", ...pageOf(offset) },
        pageBytes,
      ),
    );
    if ("reason" in page) return page;
    const rows = page.rows.filter(fits);
    if (rows.length > 0) return { type: "found", rows };
    if (page.rows.length < pageSize) break;
  }
  if (offset > openPages) return { type: "open", reason: "list_too_long" };

  const response = yield ask("getSettledBatchListRequest", {});
  const batches = batchesResponse.safeParse(bodyOf(response));
  if (!batches.success || batches.data.messages.resultCode !== "Ok") {
    return { type: "open", reason: problemOf(response) };
  }
  const { batchList = [] } = batches.data;
  if (batchList.length > settledPages) return { type: "open", reason: "too_many_batches" };
  for (const { batchId } of batchList) {
    const page = rowsOf(
      yield ask("getTransactionListRequest", { batchId, ...pageOf(1) }, pageBytes),
    );
    if ("reason" in page) return page;
    const rows = page.rows.filter(fits);
    if (rows.length > 0) return { type: "found", rows };
    if (page.rows.length >= pageSize) return { type: "open", reason: "list_too_long" };
  }
  return { type: "found", rows: [] };
}

/** A list's page, counted from 1, newest first. */
export function pageOf(offset: number) {
  return {
    sorting: { orderBy: "submitTimeUTC", orderDescending: true },
    paging: { limit: String(pageSize), offset: String(offset) },
  };
}

function rowsOf(response: VendorResponse): Found {
  const parsed = listResponse.safeParse(bodyOf(response));
  if (!parsed.success || parsed.data.messages.resultCode !== "Ok") {
    return { type: "open", reason: problemOf(response) };
  }
  return { type: "found", rows: parsed.data.transactions ?? [] };
}
