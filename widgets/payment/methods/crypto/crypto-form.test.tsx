// @vitest-environment happy-dom
import { act, cleanup, render, screen } from "@testing-library/preact";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { OfferedAsset, Quote, QuoteRequest } from "#contract/client/session";
import { cryptoPaymentTexts as en } from "../../../i18n/en/crypto-payment.ts";
import { exampleSession, lost } from "../../examples.ts";
import { CryptoForm } from "./crypto-form.tsx";
import type { RequestedPrice } from "./crypto-quoting.ts";

const startMs = Date.parse("2026-11-22T03:00:00.000Z");
let quoteRequests: QuoteRequest[];
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"], now: startMs });
  quoteRequests = [];
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const user = userEvent.setup({ delay: null });
const offered: readonly OfferedAsset[] = [
  { asset: "USDC", networks: ["ethereum", "base"] },
  { asset: "ETH", networks: ["base"] },
  { asset: "BTC", networks: [] },
  // An asset of a later version of the service.
  { asset: "MOON" as "ETH", networks: ["base"] },
  { asset: "USDT", networks: ["moon" as "base"] },
];
const usdc: QuoteRequest = { type: "crypto", asset: "USDC", network: "ethereum" };

function quote(quoteId: string, amount: string): Quote {
  const expiresAt = new Date(Date.now() + 10 * 60_000).toISOString();
  const { breakdown } = exampleSession();
  return { breakdown, crypto: { quoteId, amount, rate: "1.0004", expiresAt } };
}

const form = (price: Partial<RequestedPrice>, active = true) => (
  <CryptoForm
    offered={offered}
    active={active}
    currency="USD"
    texts={en}
    locale="en-US"
    nowMs={Date.now}
    price={{ request: null, quote: null, failure: null, ...price }}
    onAsk={(request) => quoteRequests.push(request)}
  />
);
const step = () => screen.getByTestId("crypto-quote").dataset["step"];
const amount = () => screen.getByTestId("quote-amount").textContent;
const pass = async (ms: number): Promise<void> => {
  await act(() => {
    vi.advanceTimersByTime(ms);
  });
};

test("only offered assets can be chosen, and each choice requests its own rate", async () => {
  const { rerender } = render(form({}));
  expect(quoteRequests).toEqual([usdc]);
  expect(screen.queryByRole("radio", { name: /BTC|MOON|USDT/ })).toBeNull();
  rerender(form({ request: usdc, quote: quote("q_1", "52.46") }));
  expect(amount()).toBe("52.46 USDC");
  await act(() => user.click(screen.getByRole("radio", { name: /ETH/ })));
  const eth: QuoteRequest = { type: "crypto", asset: "ETH", network: "base" };
  expect(quoteRequests).toEqual([usdc, eth]);
  // The rate still in memory belongs to another asset.
  expect(step()).toBe("asking");
});

test("a hidden form requests nothing", async () => {
  const { rerender } = render(form({}, false));
  expect(quoteRequests).toEqual([]);
  rerender(form({ request: usdc, quote: quote("q_1", "52.46") }, false));
  await pass(11 * 60_000);
  expect(quoteRequests).toEqual([]);
});

test("an expired rate is renewed, and a new amount appears next to the old one", async () => {
  const { rerender } = render(form({ request: usdc, quote: quote("q_1", "52.46") }));
  expect(screen.getByTestId("quote-time").textContent).toBe("Rate holds for 10:00");
  await pass(9 * 60_000);
  expect(quoteRequests).toEqual([]);
  await pass(61_000);
  expect(quoteRequests).toEqual([usdc]);
  rerender(form({ request: usdc }));
  expect(step()).toBe("renewing");
  expect(amount()).toBe("52.46 USDC");
  rerender(form({ request: usdc, quote: quote("q_2", "52.51") }));
  const change = en.form.changed("52.51 USDC", "52.46 USDC");
  expect(screen.getByTestId("quote-changed").textContent).toBe(change);
  expect(screen.getByTestId("live-region").textContent).toBe(change);
  rerender(form({ request: usdc, quote: quote("q_3", "52.51") }));
  expect(screen.queryByTestId("quote-changed")).toBeNull();
  expect(screen.getByTestId("live-region").textContent).toBe(en.form.unchanged);
});

test("a hidden tab renews nothing until the customer looks at it", async () => {
  const visibility = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  render(form({ request: usdc, quote: quote("q_1", "52.46") }));
  await pass(30 * 60_000);
  expect(quoteRequests).toEqual([]);
  visibility.mockRestore();
  document.dispatchEvent(new Event("visibilitychange"));
  expect(quoteRequests).toEqual([usdc]);
});

test("a missing rate is reported, and the last one no longer shown as valid", () => {
  const { rerender } = render(form({ request: usdc, quote: quote("q_1", "52.46") }));
  rerender(form({ request: usdc, failure: lost }));
  expect(step()).toBe("failed");
  expect(screen.getByText(en.form.failed)).toBeDefined();
  expect(screen.queryByTestId("quote-amount")).toBeNull();
  const failure = { ...lost, kind: "refused", code: "crypto_amount_too_small" } as const;
  rerender(form({ request: usdc, failure }));
  expect(screen.getByText(en.form.tooSmall("USDC"))).toBeDefined();
});
