/** The browser's calls, made by a test in the payment frame's place. */
import { sandboxRoutingNumber } from "../../sandbox/catalogue/bank-accounts.ts";
import type { CreatedIntent } from "./operator-api.ts";
import type { StackAddresses } from "./start-stack.ts";

/** What the calls need of a stack. */
type Addresses = Pick<StackAddresses, "serviceUrl" | "operator">;

/** An attempt as the frame learns of it. */
export interface ClientAttempt {
  paymentId: string;
  status: string;
  intentStatus: string;
}

/** The body of a submit for $49.99. */
export function submitBody(cardNumber: string): object {
  return {
    type: "card",
    card: {
      number: cardNumber,
      expiryMonth: 12,
      expiryYear: 2034,
      cvc: "123",
      holderName: "Ada Lovelace",
    },
    total: 49.99,
    browser: {
      javaEnabled: false,
      language: "en-US",
      colorDepth: 24,
      screenHeightPx: 800,
      screenWidthPx: 1280,
      timeZoneOffsetMinutes: 300,
      userAgent: "Mozilla/5.0 (test)",
    },
  };
}

/**
 * Submits a card payment; with `save` the customer wants to keep the card.
 *
 * @returns the HTTP status and, where it is 2xx, the attempt
 * @throws when no answer comes (the service is gone)
 */
export async function submitPayment(
  stack: Addresses,
  intent: CreatedIntent,
  cardNumber: string,
  idempotencyKey: string,
  more: { readonly save?: boolean } = {},
): Promise<{ httpStatus: number; attempt: ClientAttempt | undefined; text: string }> {
  const response = await fetch(`${stack.serviceUrl}/v1/client/payments`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${intent.clientSecretKey}`,
      "Tessera-Publishable-Key": stack.operator.publishableKey,
      "Idempotency-Key": idempotencyKey,
      "Content-Type": "application/json",
    },
    body: JSON.stringify({ ...submitBody(cardNumber), ...more }),
    signal: AbortSignal.timeout(30_000),
  });
  const text = await response.text();
  return {
    httpStatus: response.status,
    attempt: response.ok ? (JSON.parse(text) as ClientAttempt) : undefined,
    text,
  };
}

/**
 * Any other call of the frame's, below `/v1/client`.
 *
 * @throws with the answer when it is none of 2xx
 */
export async function clientCall<T>(
  stack: Addresses,
  intent: Pick<CreatedIntent, "clientSecretKey">,
  path: string,
  body: object,
): Promise<T> {
  const response = await fetch(`${stack.serviceUrl}/v1/client/${path}`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${intent.clientSecretKey}`,
      "Tessera-Publishable-Key": stack.operator.publishableKey,
      "Content-Type": "application/json",
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`POST ${path} answered ${response.status}: ${text}`);
  return JSON.parse(text) as T;
}

const { card: _card, ...anyWay } = submitBody("") as { card: object };

/** What the customer is to do next. */
interface Asked extends ClientAttempt {
  nextAction: { url?: string; uri?: string; address?: string } | null;
}

/** Submits a debit of that account, agreeing to what is shown; with `save` it is to be kept. */
export async function submitDebit(
  stack: Addresses,
  intent: Pick<CreatedIntent, "clientSecretKey">,
  accountNumber: string,
  more: { readonly save?: boolean } = {},
): Promise<Asked> {
  const asked = { type: "bank", locale: "en" };
  const { mandate } = await clientCall<{ mandate: { version: string } }>(
    stack,
    intent,
    "quote",
    asked,
  );
  return clientCall(stack, intent, "payments", {
    ...more,
    ...anyWay,
    type: "bank",
    mandate: { version: mandate.version, locale: "en" },
    bankAccount: {
      routingNumber: sandboxRoutingNumber,
      accountNumber,
      accountType: "checking",
      holderName: "Ada Lovelace",
    },
  });
}

/** Submits a payment that is to be confirmed at the customer's bank. */
export function submitPayByBank(
  stack: Addresses & Pick<StackAddresses, "shop">,
  intent: Pick<CreatedIntent, "clientSecretKey">,
): Promise<Asked> {
  return clientCall(stack, intent, "payments", {
    ...anyWay,
    type: "pay_by_bank",
    window: "redirect",
    returnUrl: `${stack.shop}/checkout`,
  });
}

/** Submits a payment in USDC on Ethereum. */
export async function submitCrypto(
  stack: Addresses,
  intent: Pick<CreatedIntent, "clientSecretKey">,
): Promise<Asked> {
  const chosen = { type: "crypto", asset: "USDC", network: "ethereum" };
  const { crypto } = await clientCall<{ crypto: { quoteId: string } }>(
    stack,
    intent,
    "quote",
    chosen,
  );
  return clientCall(stack, intent, "payments", { ...anyWay, ...chosen, quoteId: crypto.quoteId });
}
