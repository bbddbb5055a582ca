import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import type { AReq, RReq } from "#contract/connectors/three-ds";
import { composeCardNumber } from "../catalogue/composed-cards.ts";

export async function call(
  url: string,
  options: { method?: string; key?: string; idempotencyKey?: string; body?: unknown } = {},
): Promise<{ status: number; body: Record<string, unknown> }> {
  const headers: Record<string, string> = { "content-type": "application/json" };
  if (options.key) headers["authorization"] = `Bearer ${options.key}`;
  if (options.idempotencyKey) headers["idempotency-key"] = options.idempotencyKey;
  const response = await fetch(url, {
    method: options.method ?? (options.body === undefined ? "GET" : "POST"),
    headers,
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    signal: AbortSignal.timeout(60_000),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** A charge of 49.99 USD. */
export function chargeOf(number: string, merchantReference = "pay_1"): Record<string, unknown> {
  return {
    merchantReference,
    amountMinor: 4999,
    currency: "USD",
    card: { number, expiryMonth: 12, expiryYear: 2030, cvc: "123" },
    descriptor: "TESSERA DEMO",
  };
}

/** An AReq that the directory server accepts, with the changes in `overrides`. */
export function areqOf(cardNumber: string, overrides: Partial<AReq> = {}): AReq {
  return {
    messageType: "AReq",
    messageVersion: "2.2.0",
    messageCategory: "01",
    deviceChannel: "02",
    threeDSServerTransID: crypto.randomUUID(),
    threeDSServerRefNumber: "TESSERA-3DSS-0001",
    threeDSServerOperatorID: "tessera",
    threeDSServerURL: "http://127.0.0.1:9/v1/three-ds/results",
    threeDSRequestorID: "op_1",
    threeDSRequestorName: "Demo",
    threeDSRequestorURL: "http://shop.localhost:4100",
    threeDSRequestorAuthenticationInd: "01",
    threeDSCompInd: "U",
    acctNumber: cardNumber,
    cardExpiryDate: "3012",
    purchaseAmount: "4999",
    purchaseCurrency: "840",
    purchaseExponent: "2",
    purchaseDate: "20261122021500",
    acquirerBIN: "400000",
    acquirerMerchantID: "demo",
    mcc: "5999",
    merchantCountryCode: "840",
    merchantName: "Demo shop",
    notificationURL: "http://pay.localhost:4000/v1/three-ds/challenge-notification",
    browserAcceptHeader: "text/html",
    browserJavascriptEnabled: true,
    browserJavaEnabled: false,
    browserLanguage: "en-US",
    browserColorDepth: "24",
    browserScreenHeight: "900",
    browserScreenWidth: "1440",
    browserTZ: "300",
    browserUserAgent: "Mozilla/5.0",
    ...overrides,
  };
}

/** A 3DS server that records every RReq and acknowledges all but the first `refusals`. */
export async function listenForResults(refusals = 0): Promise<{
  url: string;
  received: RReq[];
  authorizations: (string | undefined)[];
  close(): void;
}> {
  const received: RReq[] = [];
  const authorizations: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk: Buffer) => {
      text += chunk.toString();
    });
    request.on("end", () => {
      const rreq = JSON.parse(text) as RReq;
      received.push(rreq);
      authorizations.push(request.headers.authorization);
      const { messageVersion, threeDSServerTransID, acsTransID, dsTransID } = rreq;
      if (received.length <= refusals) {
        response.writeHead(503).end();
        return;
      }
      response.setHeader("content-type", "application/json");
      response.end(
        JSON.stringify({
          messageType: "RRes",
          messageVersion,
          threeDSServerTransID,
          acsTransID,
          dsTransID,
          resultsStatus: "01",
        }),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1/three-ds/results`,
    received,
    authorizations,
    close: () => void server.close(),
  };
}

export async function postForm(
  url: string,
  fields: Record<string, string>,
): Promise<{ status: number; text: string; headers: Headers }> {
  const response = await fetch(url, { method: "POST", body: new URLSearchParams(fields) });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

/** The value of a page's hidden field. */
export function hiddenField(pageText: string, name: string): string {
  return new RegExp(`name="${name}" value="([^"]*)"`).exec(pageText)?.[1] ?? "";
}

export const directoryKey = sandboxCredentials.directoryServer;

/** A card with a challenge and without a 3DS Method. */
export const challengedCard = composeCardNumber({ authentication: "C" });
