import { expect, test } from "vitest";
import { moneyText, readPageOptions } from "./page-options.ts";

test("an address without options shows the default shop", () => {
  expect(readPageOptions("")).toEqual({
    locale: undefined,
    currency: "USD",
    amount: undefined,
    ownButton: false,
    inDialog: false,
    bankPopup: false,
    isBackFromBank: false,
    secret: undefined,
  });
});

test("options are read from the address, and unknown values ignored", () => {
  const options = readPageOptions("?amount=10.00&currency=EUR&locale=es&button=own&dialog=1");
  expect(options).toMatchObject({
    amount: 10,
    currency: "EUR",
    locale: "es",
    ownButton: true,
    inDialog: true,
  });
  expect(readPageOptions("?amount=lots&currency=eu")).toMatchObject({
    amount: undefined,
    currency: "USD",
  });
});

test("the bank popup and the return from a bank are read from the address", () => {
  expect(readPageOptions("?bank=popup&payment_intent_id=pi_1")).toMatchObject({
    bankPopup: true,
    isBackFromBank: true,
  });
});

test("money is formatted for the reader's locale", () => {
  expect(moneyText(52.48, "USD")).toBe("$52.48");
  expect(moneyText(1200, "JPY")).toBe("¥1,200");
  expect(moneyText(1234.5, "HUF")).toMatch(/^HUF.1,234\.50$/);
  expect(moneyText(5, "NOPE!")).toBe("5 NOPE!");
});
