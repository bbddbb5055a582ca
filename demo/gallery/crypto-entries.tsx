/** Crypto payments: the rate, then the deposit in every state. */

import { render } from "preact";
import type { CryptoDepositAction } from "#contract/client/payments";
import type { OfferedAsset, Quote } from "#contract/client/session";
import type { StateChange } from "../../widgets/payment/example-states.ts";
import { examplePayment, lost } from "../../widgets/payment/examples.ts";
import type { MethodPrice } from "../../widgets/payment/machine/price.ts";
import type { PaymentState } from "../../widgets/payment/machine/state.ts";
import { DepositView } from "../../widgets/payment/methods/crypto/deposit-view.tsx";
import { exampleDeposit } from "../../widgets/payment/methods/crypto/examples.ts";
import { firstRequest } from "../../widgets/payment/offered-methods.ts";
import { afterDecline, allMethodsSession, declinedPayment, stateWith } from "./example-payment.ts";
import { exampleQuote, minutes } from "./example-quotes.ts";
import type { GalleryEntry } from "./gallery-entry.ts";
import { galleryTexts } from "./gallery-texts.ts";
import { until } from "./next-frame.ts";
import { type PaymentExample, paymentEntriesOf } from "./payment-example.ts";

const crypto = (change: StateChange = {}, session = allMethodsSession): PaymentState =>
  stateWith({ method: "crypto", isChosen: true, ...change }, session);

const request = firstRequest("crypto", allMethodsSession, "en");
const quoted = request && exampleQuote(request, allMethodsSession, "en");
/** The price of the first asset, after `ask` requests. */
const priced = (ask: number, quote: Quote | null, failure: MethodPrice["failure"] = null) =>
  crypto({ prices: { crypto: { request, ask, quote, failure } } });
const rate = (amount: string) =>
  quoted?.crypto
    ? { ...quoted, crypto: { ...quoted.crypto, amount, quoteId: `q_${amount}` } }
    : null;
const offering = (title: string, cryptoAssets: OfferedAsset[]): PaymentExample => ({
  title,
  state: crypto({}, { ...allMethodsSession, cryptoAssets }),
});

const sent = (deposit: CryptoDepositAction | null) => {
  const { asset, network, address } = deposit ?? exampleDeposit();
  return { type: "crypto", paymentMethod: { asset, network, address } } as const;
};
const waits = (change: Partial<CryptoDepositAction>): PaymentState => {
  const nextAction = exampleDeposit({ expiresAt: minutes(14), ...change });
  return crypto({
    step: "deposit",
    payment: examplePayment({ ...sent(nextAction), nextAction }),
  });
};
const deposit = (
  title: string,
  ...[first = {}, ...others]: readonly Partial<CryptoDepositAction>[]
): PaymentExample => ({ title, state: waits(first), next: others.map(waits) });

const failed = (
  title: string,
  ...[code, message, advice]: [string, string, Parameters<typeof declinedPayment>[2]]
): PaymentExample => ({
  title,
  state: crypto(afterDecline(declinedPayment(code, message, advice, sent(null)))),
});
const paid = (messages: string[] = []) =>
  crypto({
    step: "success",
    payment: examplePayment({
      ...sent(null),
      status: "success",
      messages: messages.map((code) => ({ code, message: "", at: "2026-11-22T03:01:00.000Z" })),
    }),
  });

const whole = { received: "52.459017", missing: "0" };
const bitcoin = {
  asset: "BTC",
  network: "bitcoin",
  address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
  amount: "0.00058214",
  missing: "0.00058214",
  uri: "bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4?amount=0.00058214",
};

const examples: Readonly<Record<string, PaymentExample>> = {
  form: { title: "Choice with its rate", state: crypto() },
  "form-one": offering("One asset on one network", [{ asset: "ETH", networks: ["base"] }]),
  "form-only": {
    title: "The only payment method",
    state: crypto({}, { ...allMethodsSession, paymentMethodTypes: ["crypto"] }),
  },
  "form-asking": { title: "Loading the rate", state: priced(1, null) },
  "form-renewing": {
    title: "Rate expired, loading a new one",
    state: priced(1, quoted),
    next: [priced(2, null)],
  },
  "form-renewed": {
    title: "Rate renewed, the same amount",
    state: priced(1, quoted),
    next: [priced(2, quoted && { ...quoted, crypto: rate("52.459017")?.crypto })],
  },
  "form-changed": {
    title: "Rate renewed, another amount",
    state: priced(1, quoted),
    next: [priced(2, rate("52.511204"))],
  },
  "form-failed": { title: "Rate not available", state: priced(1, null, lost) },
  "form-too-small": {
    title: "Total below the minimum",
    state: priced(1, null, { ...lost, kind: "refused", code: "crypto_amount_too_small" }),
  },
  paying: { title: "Loading the address", state: crypto({ step: "paying" }) },
  deposit: deposit("Waiting for the transfer"),
  "deposit-minutes": deposit("Waiting, less than five minutes left", { expiresAt: minutes(4) }),
  "deposit-soon": deposit("Waiting, less than a minute left", { expiresAt: minutes(0.8) }),
  "deposit-bitcoin": deposit("Waiting, Bitcoin", bitcoin),
  "deposit-bitcoin-underpaid": deposit("Underpaid, Bitcoin", {
    ...bitcoin,
    state: "underpaid",
    received: "0.0005",
    missing: "0.00008214",
    uri: `bitcoin:${bitcoin.address}?amount=0.00008214`,
  }),
  "deposit-bitcoin-confirming": deposit("Confirming, Bitcoin", {
    ...bitcoin,
    state: "confirming",
    received: bitcoin.amount,
    missing: "0",
    confirmations: 1,
    requiredConfirmations: 2,
  }),
  "deposit-copied": {
    ...deposit("Amount copied"),
    note: "Shown for a moment",
    pressed: ["copy-amount"],
    copies: true,
  },
  "deposit-not-copied": {
    ...deposit("Address not copied"),
    note: "Shown for a moment",
    pressed: ["copy-address"],
    copies: false,
  },
  "deposit-detected": deposit("Detected", { ...whole, state: "detected" }),
  "deposit-underpaid": deposit("Underpaid", {
    state: "underpaid",
    received: "40",
    missing: "12.459017",
  }),
  "deposit-confirming": deposit("Confirming", { ...whole, state: "confirming", confirmations: 5 }),
  "deposit-reorganised": deposit(
    "Confirmations reversed",
    { ...whole, state: "confirming", confirmations: 5 },
    { ...whole, state: "detected", confirmations: 0 },
  ),
  "deposit-rate-lost": deposit("Rate lost", {
    ...whole,
    state: "detected",
    rate: "lost",
  }),
  "deposit-requoted": deposit("New rate applied", {
    state: "underpaid",
    received: "40",
    missing: "12.459017",
    rate: "requoted",
  }),
  "deposit-wrong-asset": deposit("Wrong token received", { state: "wrong_asset" }),
  "deposit-late": deposit("Received too late", {
    ...whole,
    state: "late",
    expiresAt: minutes(-10),
  }),
  "deposit-run-out": deposit("Rate expired", { expiresAt: minutes(-1) }),
  "deposit-unknown": deposit("Unknown state", { state: "teleporting" }),
  pending: {
    title: "Waiting, without an address",
    state: crypto({ step: "pending", payment: examplePayment(sent(null)) }),
  },
  success: { title: "Paid", state: paid() },
  overpaid: { title: "Paid, overpaid", state: paid(["overpaid"]) },
  "not-received": failed("Failed: nothing received", "deposit_not_received", "", "same"),
  underpaid: failed("Failed: underpaid", "underpaid", "", "other_method"),
  "paid-late": failed("Failed: received too late", "paid_late", "", "none"),
  "taken-back": failed("Failed: reversed by the network", "chain_reorganised", "", "same"),
};

const group = "Payment: crypto";

/** The deposit before the QR code's module has loaded. */
const withoutCode: GalleryEntry = {
  id: "crypto-deposit-no-code",
  group,
  title: "Waiting, QR code not loaded",
  async render(place, { language }) {
    render(
      <main class="payment">
        <DepositView
          deposit={exampleDeposit({ expiresAt: minutes(14) })}
          total="$52.48"
          operator="Northwind Games"
          texts={galleryTexts("crypto-payment", language)}
          nowMs={Date.now}
          loadQrPath={() => Promise.reject(new Error("lost"))}
        />
      </main>,
      place,
    );
    await until(place, () => place.querySelector('[data-testid="deposit-qr-lost"]') !== null);
  },
};

export const cryptoEntries: readonly GalleryEntry[] = [
  ...paymentEntriesOf("crypto", group, examples),
  withoutCode,
];
