import { expect, it } from "vitest";
import { cryptoPaymentTexts as cryptoEn } from "./en/crypto-payment.ts";
import { savedMethodTexts as savedEn } from "./en/saved-method.ts";
import { cryptoPaymentTexts as cryptoEs } from "./es/crypto-payment.ts";
import { savedMethodTexts as savedEs } from "./es/saved-method.ts";

/** All texts by path; functions are called with `facts`. */
function sayings(value: unknown, at = ""): [string, string][] {
  if (typeof value === "string") return [[at, value]];
  if (typeof value === "function") return sayings(value(facts, "Ethereum", "6789"), at);
  return Object.entries(value as object).flatMap(([name, each]) => sayings(each, `${at}.${name}`));
}

const facts = new Proxy(
  {},
  { get: (_, name) => (typeof name === "symbol" ? () => "1" : "12 USDC") },
);

it.each([
  ["crypto", cryptoEn, cryptoEs],
  ["saved methods", savedEn, savedEs],
])("has every text about %s in both languages, with all its values", (_, en, es) => {
  const english = sayings(en);
  const spanish = sayings(es);
  expect(spanish.map(([at]) => at)).toEqual(english.map(([at]) => at));
  for (const [at, text] of [...english, ...spanish]) {
    expect(text, at).not.toMatch(/undefined|\[object/);
    expect(text.trim(), at).not.toBe("");
  }
});

it("counts confirmations in the singular, too", () => {
  expect(cryptoEn.deposit.confirmations(0, 1)).toBe("0 of 1 confirmation");
  expect(cryptoEn.deposit.confirmations(2, 6)).toBe("2 of 6 confirmations");
  expect(cryptoEs.deposit.confirmations(0, 1)).toBe("0 de 1 confirmación");
  expect(cryptoEs.deposit.confirmations(2, 6)).toBe("2 de 6 confirmaciones");
});
