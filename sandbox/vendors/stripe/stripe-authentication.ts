/** Stripe's own 3-D Secure, with the sandbox's issuers: the page for customers, and its results. */
import type { ChargeRequest } from "#contract/connectors/processor";
import type { AReq, CReq, RReq, TransStatus } from "#contract/connectors/three-ds";
import { currencyNumber } from "#contract/currency-numbers";
import { minorDigits } from "#contract/money";
import { cardScript } from "../../catalogue/card-script.ts";
import { encodeBase64UrlJson } from "../../http/base64url-json.ts";
import { html, page } from "../../http/page.ts";
import type { SandboxResponse } from "../../http/response.ts";
import type { Exchange, Route } from "../../http/router.ts";
import type { Authentication } from "../../issuer/authentications.ts";
import { unknownPage } from "../../issuer/challenge-pages.ts";
import { type IssuerParts, issueAuthentication } from "../../issuer/issue-authentication.ts";
import { selfSubmittingForm } from "../../issuer/self-submitting-form.ts";
import type { CardForm, ConfirmForm, Intent, ThreeDSecure } from "./stripe-wire.ts";

/** What an authentication led to: a charge with this proof (null: without one), or a failure. */
export type Authenticated =
  | {
      readonly type: "charge";
      readonly proof: ChargeRequest["threeDSecure"] | null;
      readonly threeDSecure: ThreeDSecure | null;
    }
  | { readonly type: "failed" };

/** A challenge. It is kept after its end, because the browser may return late. */
interface Challenge {
  readonly authentication: Authentication;
  readonly secret: string;
  readonly returnUrl: string;
  readonly request: ChargeRequest;
}

/** ISO 4217's number for no currency. */
const noCurrency = "999";

const results: Partial<Record<TransStatus, string>> = {
  Y: "authenticated",
  A: "attempt_acknowledged",
  I: "exempted",
};

/** Plays 3-D Secure. `onReturn` is called when a browser comes back from its bank. */
export function createStripeAuthentications(
  parts: IssuerParts,
  base: `/${string}`,
  onReturn: (intentId: string) => void,
) {
  const { deps } = parts;
  const challenges = new Map<string, Challenge>();
  const pageOf = (intentId: string) => `${deps.publicUrl}${base}/3d-secure/${intentId}`;

  /** Authenticates a confirmation's card. `challenge`: only the customer can continue. */
  function begin(
    intent: Intent,
    form: ConfirmForm,
    { made, request }: { readonly made: CardForm; readonly request: ChargeRequest },
  ): Authenticated | { readonly type: "challenge" } {
    const { number } = made.card;
    if (!cardScript(number).threeDS.enrolled) {
      return { type: "charge", proof: null, threeDSecure: null };
    }
    const isMandated = form.payment_method_options?.card?.request_three_d_secure === "challenge";
    const areq = areqOf(intent, made, isMandated);
    const response = issueAuthentication(parts, areq, null);
    if (response === "silent" || !response.authentication) return unanswered;
    const { authentication } = response;
    if (authentication.stage === "frictionless") {
      const { outcome, messageVersion, dsTransID } = authentication;
      return outcome
        ? authenticatedBy({ messageVersion, dsTransID, ...outcome }, false)
        : unanswered;
    }
    const secret = deps.randomBytes(12).toString("hex");
    challenges.set(intent.id, {
      authentication,
      secret,
      returnUrl: form.return_url ?? "",
      request,
    });
    return { type: "challenge" };
  }

  function areqOf(intent: Intent, { card }: CardForm, isMandated: boolean): AReq {
    const { threeDS } = cardScript(card.number);
    const isOld = threeDS.enrolled && threeDS.versions === "2.1.0";
    return {
      messageVersion: isOld ? "2.1.0" : "2.2.0",
      threeDSServerTransID: deps.randomUuid(),
      acctNumber: card.number,
      merchantName: "Stripe test account",
      purchaseAmount: String(intent.amountMinor),
      purchaseCurrency: currencyNumber(intent.currency) ?? noCurrency,
      purchaseExponent: String(minorDigits(intent.currency) ?? 2),
      browserLanguage: "en",
      notificationURL: `${pageOf(intent.id)}/return`,
      ...(isMandated && { threeDSRequestorChallengeInd: "04" }),
      // Fields of Stripe that no issuer of the sandbox reads.
    } as AReq;
  }

  /** What the issuer has reported about the challenge; undefined until then. */
  function resultOf(intentId: string): (Authenticated & { request: ChargeRequest }) | undefined {
    const challenge = challenges.get(intentId);
    const result = challenge?.authentication.kept?.rreq;
    return challenge && result && { ...authenticatedBy(result, true), request: challenge.request };
  }

  function urlOf(intentId: string): string {
    return `${pageOf(intentId)}?secret=${challenges.get(intentId)?.secret ?? ""}`;
  }

  /** Shows Stripe's page, which sends the browser on to the issuer. */
  function show(exchange: Exchange): SandboxResponse {
    const challenge = challenges.get(exchange.params["intent"] ?? "");
    if (!challenge || exchange.url.searchParams.get("secret") !== challenge.secret) {
      return unknownPage("This payment is unknown or has ended.");
    }
    const { threeDSServerTransID, acsTransID, messageVersion } = challenge.authentication;
    const creq: CReq = {
      messageType: "CReq",
      messageVersion,
      threeDSServerTransID,
      acsTransID,
      challengeWindowSize: "02",
    };
    const form = selfSubmittingForm("/acs/challenge", { creq: encodeBase64UrlJson(creq) });
    return page({ title: "Stripe", body: html`<body><main>${form}</main></body>` });
  }

  /** The issuer sends the browser here; Stripe sends it back to the merchant. */
  function returned(exchange: Exchange): SandboxResponse {
    const intentId = exchange.params["intent"] ?? "";
    const challenge = challenges.get(intentId);
    if (!challenge) return unknownPage("This payment is unknown or has ended.");
    onReturn(intentId);
    const back = new URL(challenge.returnUrl);
    back.searchParams.set("payment_intent", intentId);
    back.searchParams.set("payment_intent_client_secret", `${intentId}_secret_${challenge.secret}`);
    back.searchParams.set("source_type", "card");
    // The issuer's policy would have to allow a redirect after a form.
    return page({
      title: "Stripe",
      head: html`<meta http-equiv="refresh" content="0;url=${back.href}">`,
      body: html`<body><main><a href="${back.href}">Continue</a></main></body>`,
    });
  }

  const routes: Route[] = [
    [`GET ${base}/3d-secure/:intent`, show],
    [`POST ${base}/3d-secure/:intent/return`, returned],
  ];
  return { begin, resultOf, urlOf, routes };
}

/** Stripe charges without a proof if the issuer cannot be reached. */
const unanswered: Authenticated = {
  type: "charge",
  proof: null,
  threeDSecure: { result: "processing_error", authentication_flow: null },
};

function authenticatedBy(
  answer: Pick<
    RReq,
    "messageVersion" | "dsTransID" | "transStatus" | "eci" | "authenticationValue"
  >,
  challenged: boolean,
): Authenticated {
  const { transStatus, eci, authenticationValue, dsTransID, messageVersion } = answer;
  if (transStatus === "U" || transStatus === "D") return unanswered;
  const result = results[transStatus];
  if (!result) return { type: "failed" };
  return {
    type: "charge",
    proof: {
      version: messageVersion,
      transStatus,
      dsTransId: dsTransID,
      aresTransStatus: challenged ? "C" : transStatus,
      challenged,
      ...(eci === undefined ? {} : { eci }),
      ...(authenticationValue === undefined ? {} : { authenticationValue }),
    },
    threeDSecure: {
      result,
      authentication_flow: challenged ? "challenge" : "frictionless",
      version: messageVersion,
      transaction_id: dsTransID,
      ...(eci === undefined ? {} : { electronic_commerce_indicator: eci }),
    },
  };
}
