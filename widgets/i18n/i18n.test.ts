import { expect, it } from "vitest";
import { errorCodes } from "#contract/errors";
import { customerReasonCode, paymentReasons } from "#contract/payment-reasons/index";
import { texts as en } from "./en/payment.ts";
import { paymentOutcomeTexts as outcomesEn } from "./en/payment-outcome.ts";
import { texts as es } from "./es/payment.ts";
import { paymentOutcomeTexts as outcomesEs } from "./es/payment-outcome.ts";
import { moneyText, percentText } from "./money-text.ts";

/** Replaces Intl's no-break spaces. */
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, " ");

it("formats amounts for the reader", () => {
  expect(plain(moneyText(52.48, "USD", "en-US"))).toBe("$52.48");
  expect(plain(moneyText(5248, "JPY", "en"))).toBe("¥5,248");
  expect(plain(moneyText(1.234, "KWD", "en"))).toBe("KWD 1.234");
  // Browsers round this one to whole units.
  expect(plain(moneyText(1234.56, "HUF", "en"))).toBe("HUF 1,234.56");
  expect(plain(moneyText(1234.5, "HUF", "en"))).toBe("HUF 1,234.50");
  expect(plain(moneyText(1234, "HUF", "en"))).toBe("HUF 1,234");
  expect(plain(percentText(0.08875, "en"))).toBe("8.875%");
  for (const tag of ["es", "es-ES", "es-MX", "es-US"]) {
    expect(plain(moneyText(1234.5, "USD", tag))).toBe("$1,234.50");
    expect(plain(percentText(0.08875, tag))).toMatch(/^8\.875 ?%$/);
  }
});

it("formats an amount even for a tag or currency that the browser does not know", () => {
  expect(plain(moneyText(52.48, "USD", "not a tag"))).toBe("$52.48");
  expect(moneyText(52.48, "??", "en")).toBe("52.48 ??");
});

it("both languages have every text", () => {
  const leaves = (value: unknown): unknown[] =>
    typeof value === "object" && value !== null ? Object.values(value).flatMap(leaves) : [value];
  const english = [...leaves(en), ...leaves(outcomesEn)];
  const spanish = [...leaves(es), ...leaves(outcomesEs)];
  expect(spanish).toHaveLength(english.length);
  for (const text of [...english, ...spanish]) {
    if (typeof text === "string") expect(text.trim()).not.toBe("");
  }
  const { declined } = outcomesEn;
  const spoken = outcomesEs.declined;
  expect(Object.keys(spoken.reasons).sort()).toEqual(Object.keys(declined.reasons).sort());
  for (const [type, { reasons = {} } = {}] of Object.entries(declined.by)) {
    const own = spoken.by[type as keyof typeof spoken.by]?.reasons ?? {};
    expect(Object.keys(own).sort()).toEqual(Object.keys(reasons).sort());
  }
});

it("every failure reason of a payment has a text", () => {
  const { reasons, by } = outcomesEs.declined;
  const said = new Set(Object.values(by).flatMap((own) => Object.keys(own.reasons)));
  for (const code of Object.keys(reasons)) said.add(code);
  // Reasons that customers must not learn are shown as a decline without a reason.
  const shown = Object.keys(paymentReasons).filter((code) => customerReasonCode(code) === code);
  expect(shown.length).toBeGreaterThan(40);
  expect(shown.filter((code) => !said.has(code))).toEqual([]);
});

it("every field error has a text with its values", () => {
  for (const { problem } of [en, es]) {
    for (const [code, words] of Object.entries(problem)) {
      const text = words({ code: code as keyof typeof problem, year: 2024, digits: 4 });
      expect(text).not.toMatch(/undefined|null/);
    }
  }
});

it("every error code with a text is in the contract", () => {
  expect(Object.keys(errorCodes)).toEqual(
    expect.arrayContaining(["processor_unavailable", "amount_changed", "card_cvc_invalid"]),
  );
});
