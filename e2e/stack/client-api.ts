import { sandboxRoutingNumber } from "../../sandbox/catalogue/bank-accounts.ts";
import type { CreatedIntent } from "./operator-api.ts";
import type { StackAddresses } from "./start-stack.ts";

type Addresses = Pick<StackAddresses, "serviceUrl" | "operator">;

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
 * Submits a card payment. With `save` the customer consents to save the card.
 *
 * @returns the HTTP status and, if it is 2xx, the attempt
 * @throws when no response comes because the service is down
 */
export async function submitPayment(
  stack: Addresses,
  intent: CreatedIntent,
  cardNumber: string,
  idempotencyKey: string,
  options: { readonly save?: boolean; readonly total?: number } = {},
): Promise<{ httpStatus: number; attempt: ClientAttempt | undefined; text: string }> {
  const response = await fetch(`${stack.serviceUrl}/v1/client/payments`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${intent.clientSecretKey}`,
      "Tessera-Publishable-Key": stack.operator.publishableKey,
      "Idempotency-Key": idempotencyKey,
      "Content-Type": "application/json",
    },
    body: JSON.stringify({ ...submitBody(cardNumber), ...options }),
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
 * Makes any other call below `/v1/client`.
 *
 * @throws with the response unless it is 2xx
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
  if (!response.ok) throw new Error(`POST ${path} returned ${response.status}: ${text}`);
  return JSON.parse(text) as T;
}

const { card: _card, ...common } = submitBody("") as { card: object };

interface AttemptWithAction extends ClientAttempt {
  nextAction: { url?: string; uri?: string; address?: string } | null;
}

/** Submits an ACH debit of that account and accepts the mandate. With `save` the customer consents to save it. */
export async function submitDebit(
  stack: Addresses,
  intent: Pick<CreatedIntent, "clientSecretKey">,
  accountNumber: string,
  options: { readonly save?: boolean } = {},
): Promise<AttemptWithAction> {
  const method = { type: "bank", locale: "en" };
  const { mandate } = await clientCall<{ mandate: { version: string } }>(
    stack,
    intent,
    "quote",
    method,
  );
  return clientCall(stack, intent, "payments", {
    ...options,
    ...common,
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

/** Submits a pay-by-bank payment, which the customer then confirms at the bank. */
export function submitPayByBank(
  stack: Addresses & Pick<StackAddresses, "shop">,
  intent: Pick<CreatedIntent, "clientSecretKey">,
): Promise<AttemptWithAction> {
  return clientCall(stack, intent, "payments", {
    ...common,
    type: "pay_by_bank",
    window: "redirect",
    returnUrl: `${stack.shop}/checkout`,
  });
}

export async function submitCrypto(
  stack: Addresses,
  intent: Pick<CreatedIntent, "clientSecretKey">,
): Promise<AttemptWithAction> {
  const chosen = { type: "crypto", asset: "USDC", network: "ethereum" };
  const { crypto } = await clientCall<{ crypto: { quoteId: string } }>(
    stack,
    intent,
    "quote",
    chosen,
  );
  return clientCall(stack, intent, "payments", { ...common, ...chosen, quoteId: crypto.quoteId });
}
