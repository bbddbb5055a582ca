/** Paying with crypto: the rate, then the deposit in every state. */
import { type ComponentChild, render } from "preact";
import type { CryptoDepositAction } from "../../contract/client/payments.ts";
import type { OfferedAsset, Quote } from "../../contract/client/session.ts";
import { cryptoPaymentTexts as en } from "../../widgets/i18n/crypto-payment-en.ts";
import { cryptoPaymentTexts as es } from "../../widgets/i18n/crypto-payment-es.ts";
import type { CryptoPaymentTexts } from "../../widgets/i18n/crypto-payment-texts.ts";
import { CryptoForm } from "../../widgets/payment/methods/crypto/crypto-form.tsx";
import type { AskedPrice } from "../../widgets/payment/methods/crypto/crypto-quoting.ts";
import { DepositView } from "../../widgets/payment/methods/crypto/deposit-view.tsx";
import { exampleDeposit } from "../../widgets/payment/methods/crypto/examples.ts";
import { qrPath } from "../../widgets/ui/qr-path.ts";
import { exampleSession } from "./example-payment.ts";
import type { GalleryEntry, GalleryView } from "./gallery-entry.ts";

const minutes = (count: number) => new Date(Date.now() + count * 60_000).toISOString();

/** Draws one thing after the other; what stands there in the end is the entry. */
const shown = (
  id: string,
  title: string,
  draw: (texts: CryptoPaymentTexts, view: GalleryView) => ComponentChild[],
): GalleryEntry => ({
  id: `crypto-${id}`,
  group: "Payment: crypto",
  title,
  render(place, view) {
    const texts = view.texts.language === "es" ? es : en;
    for (const child of draw(texts, view)) {
      render(<main class="payment">{child}</main>, place);
    }
  },
});

const everything: readonly OfferedAsset[] = [
  { asset: "USDC", networks: ["ethereum", "base", "polygon", "arbitrum"] },
  { asset: "USDT", networks: ["ethereum", "tron"] },
  { asset: "BTC", networks: ["bitcoin"] },
  { asset: "ETH", networks: ["ethereum", "base"] },
];

const rate = (asset: string, amount: string, quoteId: string, left: number): Quote => ({
  breakdown: exampleSession.breakdown,
  crypto: {
    quoteId,
    amount,
    rate: asset === "ETH" ? "3120.5" : "1.0004",
    expiresAt: minutes(left),
  },
});

const form = (
  id: string,
  title: string,
  offered: readonly OfferedAsset[],
  prices: readonly Omit<AskedPrice, "request">[],
): GalleryEntry =>
  shown(id, title, (texts, { locale }) => {
    const { asset = "USDC", networks = [] } = offered[0] ?? {};
    const network = networks[0] ?? "ethereum";
    return prices.map((price) => (
      <CryptoForm
        {...{ offered, texts, locale }}
        currency="USD"
        active
        nowMs={Date.now}
        price={{ ...price, request: { type: "crypto", asset, network } }}
        onAsk={() => undefined}
      />
    ));
  });

const deposit = (
  id: string,
  title: string,
  ...changes: readonly Partial<CryptoDepositAction>[]
): GalleryEntry =>
  shown(id, title, (texts) =>
    (changes.length > 0 ? changes : [{}]).map((change) => (
      <DepositView
        deposit={exampleDeposit({ expiresAt: minutes(14), ...change })}
        total="$52.48"
        operator="Northwind Games"
        texts={texts}
        nowMs={Date.now}
        loadQrPath={
          id === "deposit-no-code" ? () => Promise.reject(new Error("lost")) : async () => qrPath
        }
      />
    )),
  );

const held = { quote: rate("USDC", "52.459017", "q_1", 13), failed: false };
const none = { quote: null, failed: false };
const bitcoin: Partial<CryptoDepositAction> = {
  asset: "BTC",
  network: "bitcoin",
  address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
  amount: "0.00058214",
  missing: "0.00058214",
  uri: "bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4?amount=0.00058214",
};

/** All of them. */
export const cryptoEntries: readonly GalleryEntry[] = [
  form("form", "Choice with its rate", everything, [held]),
  form(
    "form-one",
    "One asset on one network",
    [{ asset: "ETH", networks: ["base"] }],
    [{ quote: rate("ETH", "0.016818", "q_1", 9), failed: false }],
  ),
  form("form-asking", "Rate on its way", everything, [none]),
  form("form-renewing", "Rate ran out, another on its way", everything, [held, none]),
  form("form-changed", "Rate renewed, another amount", everything, [
    held,
    { quote: rate("USDC", "52.511204", "q_2", 15), failed: false },
  ]),
  form("form-failed", "No rate to be had", everything, [{ quote: null, failed: true }]),
  deposit("deposit", "Waiting for the transfer"),
  deposit("deposit-soon", "Waiting, less than a minute left", { expiresAt: minutes(0.8) }),
  deposit("deposit-bitcoin", "Waiting, Bitcoin", bitcoin),
  deposit("deposit-no-code", "Waiting, the code can’t be loaded"),
  deposit("deposit-detected", "Seen", { state: "detected", received: "52.459017", missing: "0" }),
  deposit("deposit-underpaid", "Too little arrived", {
    state: "underpaid",
    received: "40",
    missing: "12.459017",
  }),
  deposit("deposit-confirming", "Confirming", {
    state: "confirming",
    received: "52.459017",
    missing: "0",
    confirmations: 5,
  }),
  deposit(
    "deposit-reorganised",
    "Confirmations taken back",
    { state: "confirming", received: "52.459017", missing: "0", confirmations: 5 },
    { state: "detected", received: "52.459017", missing: "0", confirmations: 0 },
  ),
  deposit("deposit-wrong-asset", "Another token arrived", { state: "wrong_asset" }),
  deposit("deposit-late", "Arrived too late", {
    state: "late",
    received: "52.459017",
    missing: "0",
    expiresAt: minutes(-10),
  }),
  deposit("deposit-run-out", "Rate ran out", { expiresAt: minutes(-1) }),
  deposit("deposit-unknown", "A state that doesn’t exist yet", { state: "teleporting" }),
];
