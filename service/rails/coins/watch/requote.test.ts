import { expect, test } from "vitest";
import { computeNewQuote } from "./requote.ts";

// One whole USDC was worth one dollar, and is worth two now.
const row = { amount_minor: 10_000, currency: "USD", asset: "USDC", rate: "1" };
const now = { units: 2n, decimals: 0 };
const whole = 1_000_000n;

test("money at the old rate keeps it, and the rest is requested at the current rate", () => {
  expect(computeNewQuote(row, 100n * whole, 40n * whole, now).due).toBe(70n * whole);
});

test("money at the old rate beyond the amount stays overpaid", () => {
  expect(computeNewQuote(row, 100n * whole, 150n * whole, now).due).toBe(100n * whole);
});
