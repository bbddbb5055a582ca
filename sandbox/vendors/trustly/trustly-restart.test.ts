import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import type { Exchange } from "../../http/router.ts";
import { FaultBox } from "../../processors/faults.ts";
import type { SandboxDeps } from "../../sandbox-deps.ts";
import { type BookedTransaction, sandboxMerchant, TrustlyBook } from "./trustly-book.ts";
import { trustlyRoutes } from "./trustly-routes.ts";
import { accessId } from "./trustly-signature.ts";

const deps = {
  now: () => 0,
  machineNow: () => 0,
  randomUuid: () => "page",
  publicUrl: "http://sandbox.localhost",
} as unknown as SandboxDeps;

/** A login without a payment, signed like a merchant's. */
function loginRequest(merchantReference: string): string {
  const signed = { accessId, merchantId: sandboxMerchant, currency: "USD", amount: "0.00" };
  const fields = { ...signed, merchantReference, paymentType: "Retrieval" };
  const text = Object.entries(fields).map(([name, value]) => `${name}=${value}`);
  const requestSignature = createHmac("sha1", sandboxCredentials.trustly)
    .update(text.join("&"))
    .digest("base64");
  return JSON.stringify({
    ...fields,
    returnUrl: "http://pay.localhost/return",
    cancelUrl: "http://pay.localhost/cancel",
    metadata: { lang: "en_US" },
    requestSignature,
  });
}

/** Starts Trustly with this book and sends a login for each reference. */
function logInWith(book: TrustlyBook, ...references: string[]): void {
  const { routes } = trustlyRoutes(deps, book, new FaultBox());
  const [, handler] = routes.find(([name]) => name.endsWith("/establish")) ?? [];
  const authorization = Buffer.from(`${accessId}:${sandboxCredentials.trustly}`).toString("base64");
  for (const reference of references) {
    const exchange = {
      url: new URL("http://sandbox.localhost/establish?createTransaction=true"),
      headers: { authorization: `Basic ${authorization}` },
      body: loginRequest(reference),
    } as unknown as Exchange;
    expect(handler?.(exchange)).toMatchObject({ status: 200 });
  }
}

test("after a restart, a new transaction does not replace an old one", () => {
  const remembered: BookedTransaction[] = [];
  const journal = { remembered, append: (entry: BookedTransaction) => void remembered.push(entry) };
  logInWith(new TrustlyBook(journal), "first", "second");
  logInWith(new TrustlyBook(journal), "third");
  const references = new TrustlyBook(journal).all().map((booked) => booked.merchantReference);
  expect(references).toEqual(["first", "second", "third"]);
});
