import { customerPage, type PreparedRedirect } from "../kit/customer-redirect.ts";
import type { Exchange } from "../kit/exchange.ts";
import { trustlyCalls } from "./trustly-calls.ts";
import { createdTransaction, readTrustly } from "./trustly-responses.ts";
import type { TrustlySettings } from "./trustly-settings.ts";
import { requestSignature } from "./trustly-signature.ts";

/** The settings of the application, and Trustly's address. */
export type TrustlyParty = TrustlySettings & { readonly url: string };

/** Trustly created no transaction. `message` is safe to log. */
export class EstablishFailed extends Error {
  override name = "EstablishFailed";
}

/** How the customer goes to Trustly's page and comes back. */
export interface EstablishOptions {
  readonly state: string;
  readonly returnUrl: string;
  /** The customer's language (BCP 47). */
  readonly language: string;
}

const beginDeadlineMs = 10_000;
/** A query parameter that marks the return address of customers who give up. */
const leftParameter = "left";

/**
 * Creates a transaction for the customer to authorize on Trustly's page (`/establish`). The result's `proof` is its id.
 * Throws {@link EstablishFailed}.
 */
export function* establish(
  party: TrustlyParty,
  { state, returnUrl, language }: EstablishOptions,
  purpose: { readonly merchantReference: string } & Readonly<Record<string, unknown>>,
): Exchange<PreparedRedirect> {
  const { accessId, accessKey, merchantId, url } = party;
  const successUrl = new URL(returnUrl);
  successUrl.searchParams.set("state", state);
  const cancelUrl = new URL(successUrl);
  cancelUrl.searchParams.set(leftParameter, "1");
  const fields = {
    accessId,
    merchantId,
    ...purpose,
    returnUrl: successUrl.href,
    cancelUrl: cancelUrl.href,
    metadata: { lang: languageOf(language) },
  };
  const body = { ...fields, requestSignature: requestSignature(accessKey, fields) };
  const call = trustlyCalls(party).postJson;
  const response = yield call("/establish?createTransaction=true", body, beginDeadlineMs);
  const result = readTrustly(response, createdTransaction);
  if ("problem" in result) throw new EstablishFailed(result.problem);
  const authorizationUrl = customerPage(result.data.url, url);
  if (authorizationUrl === null) throw new EstablishFailed("page_not_encrypted");
  return { authorizationUrl, proof: result.data.transactionId };
}

/** Whether the customer gave up. */
export function hasLeft(callbackUrl: URL): boolean {
  return callbackUrl.searchParams.get(leftParameter) === "1";
}

/** The only customer languages that Trustly documents for its page. */
function languageOf(language: string): string {
  if (/^es\b/i.test(language)) return "es_US";
  return /^fr\b/i.test(language) ? "fr_CA" : "en_US";
}
