import { OutgoingCallFailed } from "../../../platform/outgoing-http.ts";
import type { Call, Exchange } from "../../kit/exchange.ts";
import type { ReportOutcome, TaxDocument, TaxedSale, TaxQuote } from "../tax-vendor.ts";
import { companyOf, documentBody, documentTypes, quoteBody } from "./avatax-bodies.ts";
import type { AvaTaxSettings } from "./avatax-settings.ts";
import {
  type AvaTaxTransaction,
  outcomeOf,
  readQuote,
  readTransaction,
} from "./read-transaction.ts";

const reportDeadlineMs = 15_000;

/** The calls to AvaTax. docs/connectors/avatax.md says what is proven. */
export interface AvaTaxConnector {
  quote(sale: TaxedSale): Exchange<TaxQuote | { readonly problem: string }>;
  commit(document: TaxDocument, mayExist: boolean): Exchange<ReportOutcome>;
  withdraw(document: Pick<TaxDocument, "operatorId" | "code" | "kind">): Exchange<ReportOutcome>;
}

/**
 * AvaTax REST v2. AvaTax identifies a document by company, code and type, and refuses a second one with a committed
 * document's code. So a document with a lost response is looked up by its code, and is safe to send again.
 */
export function avataxConnector(settings: AvaTaxSettings): AvaTaxConnector {
  // Built for each call: the license key rotates.
  const headers = () => ({
    authorization: `Basic ${Buffer.from(`${settings.accountId}:${settings.licenseKey}`).toString("base64")}`,
    accept: "application/json",
    "content-type": "application/json",
    "x-avalara-client": "Tessera; 1; none; none; none",
  });
  const post = (path: string, body: object, deadlineMs = reportDeadlineMs): Call => ({
    method: "POST",
    path,
    headers: headers(),
    body: JSON.stringify(body),
    deadlineMs,
  });
  type Named = Pick<TaxDocument, "operatorId" | "code" | "kind">;
  const pathOf = ({ operatorId, code, kind }: Named, action = "") =>
    `/api/v2/companies/${encodeURIComponent(companyOf(settings, operatorId))}` +
    `/transactions/${encodeURIComponent(code)}${action}?documentType=${documentTypes[kind]}`;

  /** The document at AvaTax. Only a plain 404 says that there is none. */
  function* find(document: Named): Exchange<AvaTaxTransaction | { problem: string } | null> {
    const response = yield {
      method: "GET",
      path: pathOf(document),
      headers: headers(),
      deadlineMs: reportDeadlineMs,
    };
    if (!(response instanceof OutgoingCallFailed) && response.statusCode === 404) {
      const read = readTransaction(response);
      const isAbsent = "problem" in read && read.problem === "EntityNotFoundError";
      return isAbsent ? null : { problem: "problem" in read ? read.problem : "status_404" };
    }
    return readTransaction(response);
  }

  function* complete(
    document: TaxDocument,
    found: ReturnType<typeof readTransaction>,
  ): Exchange<ReportOutcome> {
    if ("problem" in found) return { type: "unknown", problem: found.problem };
    const outcome = outcomeOf(found, document);
    if (outcome.type !== "saved") return outcome;
    const committed = readTransaction(yield post(pathOf(document, "/commit"), { commit: true }));
    if ("problem" in committed) return { type: "unknown", problem: committed.problem };
    const last = outcomeOf(committed, document);
    return last.type === "saved" ? { type: "unknown", problem: "not_committed" } : last;
  }

  return {
    *quote(sale) {
      const response = yield post(
        "/api/v2/transactions/create",
        quoteBody(settings, sale),
        settings.quoteTimeoutMs,
      );
      return readQuote(response, sale);
    },

    *commit(document, mayExist) {
      if (mayExist) {
        const found = yield* find(document);
        if (found) return yield* complete(document, found);
      }
      const body = documentBody(settings, document);
      const response = yield post("/api/v2/transactions/create", body);
      return yield* complete(document, readTransaction(response));
    },

    *withdraw(document) {
      const found = yield* find(document);
      if (!found) return { type: "absent" };
      if ("problem" in found) return { type: "unknown", problem: found.problem };
      if (found.code !== document.code || found.type !== documentTypes[document.kind]) {
        return { type: "unknown", problem: "other_document" };
      }
      if (found.status === "Cancelled") return { type: "voided" };
      const response = yield post(pathOf(document, "/void"), { code: "DocVoided" });
      const voided = readTransaction(response);
      if ("problem" in voided) return { type: "unknown", problem: voided.problem };
      return voided.code === document.code && voided.status === "Cancelled"
        ? { type: "voided" }
        : { type: "unknown", problem: "not_voided" };
    },
  };
}
