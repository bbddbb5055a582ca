import { rReq } from "#contract/connectors/three-ds";
import { toAscii } from "../../kit/ascii.ts";
import type { Call } from "../../kit/exchange.ts";
import {
  type AuthenticationParameters,
  type BrowserRequest,
  buildBrowserRequest,
} from "../authentication-request.ts";
import { readAuthentication, readMessage } from "../kit/read-message.ts";
import type { ThreeDSConnector } from "../kit/three-ds-connector.ts";
import { cardholderFields } from "./cardholder-fields.ts";
import { readEnrolment } from "./enrolment.ts";
import { acquirerFor, type ThreeDSecureIoSettings } from "./settings.ts";

export interface ThreeDSecureIoDeadlines {
  readonly versioningDeadlineMs: number;
  readonly authenticationDeadlineMs: number;
  readonly lookUpDeadlineMs: number;
}

/** The transaction id's 80 s, less the time on the way. */
const preparedForMs = 75_000;

/**
 * 3dsecure.io, a 3DS server with a public API: `/preauth` for enrolment and the transaction id, `/auth` for the AReq,
 * `/postauth` for a challenge's result. The transaction id lives for 80 s, a result for 300 s.
 */
export function threeDSecureIo(
  settings: ThreeDSecureIoSettings,
  deadlines: ThreeDSecureIoDeadlines,
): ThreeDSConnector {
  const post = (path: string, body: object, deadlineMs: number): Call => ({
    method: "POST",
    path,
    headers: {
      APIKey: settings.apiKey,
      "content-type": "application/json; charset=utf-8",
      accept: "application/json",
    },
    body: JSON.stringify(body),
    deadlineMs,
  });

  return {
    capabilities: { results: "asked", preparedForMs },

    enrolment: {
      type: "asked",
      *lookUp(card) {
        if (!acquirerFor(settings, card)) return { type: "unavailable", reason: "not_registered" };
        const body = { acctNumber: card.number };
        return readEnrolment(yield post("/preauth", body, deadlines.versioningDeadlineMs));
      },
    },

    *authenticate(parameters) {
      const body = authBody(settings, parameters);
      if (!body) return { type: "unavailable", reason: "not_registered" };
      const response = yield post("/auth", body, deadlines.authenticationDeadlineMs);
      return readAuthentication(body, response);
    },

    *askResult(ids) {
      const { threeDSServerTransID } = ids;
      const response = yield post(
        "/postauth",
        { threeDSServerTransID },
        deadlines.lookUpDeadlineMs,
      );
      const read = readMessage(response, rReq);
      if (read.type === "none") return { type: "open", reason: read.reason };
      const { value: result } = read;
      const isOfPayment =
        result.threeDSServerTransID === threeDSServerTransID &&
        result.acsTransID === ids.acsTransID &&
        result.dsTransID === ids.dsTransID;
      return isOfPayment
        ? { type: "known", result }
        : { type: "open", reason: "other_transaction" };
    },
  };
}

/** The body of `/auth`: an AReq in ASCII. Null if no acquirer registered the merchant for this card. */
function authBody(settings: ThreeDSecureIoSettings, parameters: AuthenticationParameters) {
  const { card, processor, messageVersion } = parameters;
  const acquirer = acquirerFor(settings, { brand: card.brand, processor });
  if (!acquirer) return null;
  const request: BrowserRequest = buildBrowserRequest(inAscii(parameters), {
    acquirerBIN: acquirer.acquirerBIN,
    acquirerMerchantID: acquirer.acquirerMerchantID,
    merchantCategoryCode: settings.mcc,
    countryNumber: settings.merchantCountryCode,
    name: settings.merchantName,
    url: settings.requestorURL,
  });
  const { browserJavascriptEnabled, ...oldest } = request;
  const { requestorID, requestorName } = acquirer;
  return {
    ...oldest,
    ...cardholderFields(parameters.customer),
    transType: settings.transType,
    ...(requestorID !== undefined && { threeDSRequestorID: requestorID }),
    ...(requestorName !== undefined && { threeDSRequestorName: requestorName }),
    // 2.1 lacks the field, and their server validates against the version.
    ...(messageVersion !== "2.1.0" && { browserJavascriptEnabled }),
    ...(messageVersion === "2.3.1" && {
      acceptLanguage: [request.browserLanguage],
      acquirerCountryCode: settings.acquirerCountryCode,
      // Set by the 3DS server.
      acquirerCountryCodeSource: "01",
    }),
  };
}

/**
 * Converts what people and browsers send to ASCII. The server refuses other characters, and a refusal must not let
 * anybody avoid 3-D Secure.
 */
function inAscii(parameters: AuthenticationParameters): AuthenticationParameters {
  const { card, context, merchant } = parameters;
  const { language, userAgent } = context.browser;
  return {
    ...parameters,
    merchant: { ...merchant, name: toAscii(merchant.name) || "Merchant" },
    card: {
      ...card,
      holderName: toAscii(card.holderName ?? ""),
      postalCode: toAscii(card.postalCode ?? "").slice(0, 16),
    },
    context: {
      ...context,
      acceptHeader: toAscii(context.acceptHeader),
      browser: {
        ...context.browser,
        language: /^[a-z]{1,8}(-[a-z0-9]{1,8})*$/i.test(language) ? language : "en",
        userAgent: toAscii(userAgent) || "unknown",
      },
    },
  };
}
