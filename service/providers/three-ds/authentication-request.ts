import type { ChargeCustomer } from "#contract/connectors/processor";
import type { AReq, CReq } from "#contract/connectors/three-ds";
import { currencyNumber } from "#contract/currency-numbers";
import { minorDigits } from "#contract/money";
import { type BrowserContext, toBrowserFields } from "./browser-fields.ts";

/** The merchant as the acquirer registered it with a scheme. */
export interface MerchantRegistration {
  readonly acquirerBIN: string;
  readonly acquirerMerchantID: string;
  readonly merchantCategoryCode: string;
  /** The country's number (ISO 3166-1 numeric). */
  readonly countryNumber: string;
  /** The name as the acquirer registered it. Without it each operator has its own, as under a payment facilitator. */
  readonly name?: string | undefined;
  /** The merchant's address. Default: this deployment's address. */
  readonly url?: string | undefined;
}

/** An AReq's content for one payment. */
export interface AuthenticationParameters {
  readonly threeDSServerTransID: string;
  readonly messageVersion: string;
  readonly completionIndicator: "Y" | "N" | "U";
  /** After a soft decline the issuer requires a challenge: indicator 04, challenge mandated. */
  readonly mandateChallenge: boolean;
  /** The processor that will charge the card: its acquirer's registration is used. */
  readonly processor: string;
  readonly card: {
    readonly brand: string;
    readonly number: string;
    readonly expiryMonth: number;
    readonly expiryYear: number;
    readonly holderName?: string | undefined;
    readonly postalCode?: string | undefined;
  };
  readonly customer?: ChargeCustomer | undefined;
  readonly amountMinor: number;
  readonly currency: string;
  readonly purchasedAtMs: number;
  readonly context: BrowserContext;
  /** The operator that sells, and this deployment's address. */
  readonly merchant: { readonly name: string; readonly url: string };
  /** The ACS sends the browser there with the CRes. */
  readonly notificationUrl: string;
}

/** An AReq without what names the 3DS server and the requestor. */
export type BrowserRequest = Omit<
  AReq,
  | "threeDSServerRefNumber"
  | "threeDSServerOperatorID"
  | "threeDSServerURL"
  | "threeDSRequestorID"
  | "threeDSRequestorName"
>;

/**
 * Builds the browser flow's authentication request (EMV 3DS 2.2, device channel 02, payment). Throws for a currency
 * without an ISO number, which contract/money.ts excludes.
 */
export function buildBrowserRequest(
  parameters: AuthenticationParameters,
  registration: MerchantRegistration,
): BrowserRequest {
  const { card, currency } = parameters;
  const merchantName = (registration.name ?? parameters.merchant.name).slice(0, 40);
  const purchaseCurrency = currencyNumber(currency);
  if (purchaseCurrency === undefined) throw new Error(`no ISO 4217 number for ${currency}`);
  const holderName = cardholderName(card.holderName);
  return {
    messageType: "AReq",
    messageVersion: parameters.messageVersion,
    messageCategory: "01",
    deviceChannel: "02",
    threeDSServerTransID: parameters.threeDSServerTransID,
    threeDSRequestorURL: registration.url ?? parameters.merchant.url,
    threeDSRequestorAuthenticationInd: "01",
    threeDSRequestorChallengeInd: parameters.mandateChallenge ? "04" : "01",
    threeDSCompInd: parameters.completionIndicator,
    acctNumber: card.number,
    cardExpiryDate: `${twoDigits(card.expiryYear % 100)}${twoDigits(card.expiryMonth)}`,
    ...(holderName ? { cardholderName: holderName } : {}),
    ...(card.postalCode ? { billAddrPostCode: card.postalCode } : {}),
    purchaseAmount: String(parameters.amountMinor),
    purchaseCurrency,
    purchaseExponent: String(minorDigits(currency) ?? 2),
    purchaseDate: new Date(parameters.purchasedAtMs).toISOString().replace(/\D/g, "").slice(0, 14),
    acquirerBIN: registration.acquirerBIN,
    acquirerMerchantID: registration.acquirerMerchantID,
    mcc: registration.merchantCategoryCode,
    merchantCountryCode: registration.countryNumber,
    merchantName,
    notificationURL: parameters.notificationUrl,
    ...toBrowserFields(parameters.context),
  };
}

/** The challenge request that the browser posts to the ACS. */
export function buildChallengeRequest(
  ids: Pick<CReq, "threeDSServerTransID" | "acsTransID" | "messageVersion" | "challengeWindowSize">,
): CReq {
  return { messageType: "CReq", ...ids };
}

function twoDigits(number: number): string {
  return String(number).padStart(2, "0");
}

/** EMV requires 2 to 45 characters, or no field. */
function cardholderName(name: string | undefined): string | null {
  const trimmed = name?.trim() ?? "";
  return trimmed.length >= 2 ? trimmed.slice(0, 45) : null;
}
