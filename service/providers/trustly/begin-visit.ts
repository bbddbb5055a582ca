import { type BegunRedirect, customerPage } from "../kit/customer-redirect.ts";
import type { Exchange } from "../kit/exchange.ts";
import { trustlyCalls } from "./trustly-calls.ts";
import { createdTransaction, readTrustly } from "./trustly-responses.ts";
import type { TrustlySettings } from "./trustly-settings.ts";
import { requestSignature } from "./trustly-signature.ts";

/** The application, and Trustly's address. */
export type TrustlyParty = TrustlySettings & { readonly url: string };

/** A visit that could not begin. `message` is safe to log. */
export class VisitNotBegun extends Error {
  override name = "VisitNotBegun";
}

/** The customer's visit to Trustly's page. */
export interface Visit {
  readonly state: string;
  readonly returnUrl: string;
  /** The customer's language (BCP 47). */
  readonly language: string;
}

const beginDeadlineMs = 10_000;
/** Marks the return address of customers who give up. */
const leftParameter = "left";

/**
 * Creates a transaction for the customer to authorise on Trustly's page (`/establish`). The result's `proof` is its id.
 * Throws {@link VisitNotBegun}.
 */
export function* beginVisit(
  party: TrustlyParty,
  { state, returnUrl, language }: Visit,
  purpose: { readonly merchantReference: string } & Readonly<Record<string, unknown>>,
): Exchange<BegunRedirect> {
  const { accessId, accessKey, merchantId, url } = party;
  const back = new URL(returnUrl);
  back.searchParams.set("state", state);
  const left = new URL(back);
  left.searchParams.set(leftParameter, "1");
  const fields = {
    accessId,
    merchantId,
    ...purpose,
    returnUrl: back.href,
    cancelUrl: left.href,
    metadata: { lang: languageOf(language) },
  };
  const body = { ...fields, requestSignature: requestSignature(accessKey, fields) };
  const call = trustlyCalls(party).postJson;
  const response = yield call("/establish?createTransaction=true", body, beginDeadlineMs);
  const read = readTrustly(response, createdTransaction);
  if ("problem" in read) throw new VisitNotBegun(read.problem);
  const authorizationUrl = customerPage(read.data.url, url);
  if (authorizationUrl === null) throw new VisitNotBegun("page_not_encrypted");
  return { authorizationUrl, proof: read.data.transactionId };
}

/** Whether the customer gave up. */
export function hasLeft(callbackUrl: URL): boolean {
  return callbackUrl.searchParams.get(leftParameter) === "1";
}

/** Of the customers' languages, Trustly documents only these for its page. */
function languageOf(language: string): string {
  if (/^es\b/i.test(language)) return "es_US";
  return /^fr\b/i.test(language) ? "fr_CA" : "en_US";
}
