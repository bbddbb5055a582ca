// @vitest-environment happy-dom
/** Runs on the HTML that the build writes. */
import { screen, waitFor } from "@testing-library/preact";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { texts as en } from "../i18n/en/payment.ts";
import { declined, examplePayment } from "./examples.ts";
import {
  app,
  field,
  fillIn,
  live,
  open,
  ready,
  resetBetweenTests,
  session,
  show,
  takeOver,
  user,
} from "./testing/open-payment-app.tsx";

resetBetweenTests();

describe("the first screen", () => {
  it("cannot be submitted by the browser itself before a script listens", () => {
    open();
    expect(screen.getByTestId("payment-form").getAttribute("method")).toBe("dialog");
  });

  it("accepts typing before the second script arrives, and keeps focus and text when it does", async () => {
    const opened = open();
    const number = field("Card number");
    await user.type(number, "424242");
    takeOver(opened);
    expect(field("Card number")).toBe(number);
    expect(number.value).toBe("4242 42");
    expect(document.activeElement).toBe(number);
    expect(document.querySelector("[data-brand-mark] use")?.getAttribute("href")).toBe(
      "#brand-visa",
    );
  });

  it("describes each field to browsers and password managers", () => {
    open();
    expect(field("Card number").autocomplete).toBe("cc-number");
    expect(field("Expiry date").autocomplete).toBe("cc-exp");
    expect(field("Security code").autocomplete).toBe("cc-csc");
    expect(field("Name on card").autocomplete).toBe("cc-name");
    expect(field(/Postal code/).autocomplete).toBe("postal-code");
    expect(field("Card number").getAttribute("inputmode")).toBe("numeric");
  });

  it("keeps the button disabled until it shows the amount", async () => {
    const opened = open();
    const pay = () => screen.getByTestId("pay");
    const expectWaiting = () => {
      expect(pay().textContent).toBe(`Pay ${en.loadingAmount}`);
      expect(pay().getAttribute("aria-disabled")).toBe("true");
    };
    expectWaiting();
    takeOver(opened);
    expectWaiting();
    pay().focus();
    show(ready);
    expect(await screen.findByRole("button", { name: "Pay $52.48" })).toBe(document.activeElement);
    expect(pay().getAttribute("aria-disabled")).toBeNull();
  });
});

describe("what the first screen does not need", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });
  const begin = () => {
    takeOver(open());
    show(ready);
  };

  it.each(["pointerover", "focusin"])("loads at the first %s, once", (sign) => {
    begin();
    expect(app.laterLoads).toBe(0);
    field("Card number").dispatchEvent(new Event(sign, { bubbles: true }));
    field("Security code").dispatchEvent(new Event(sign, { bubbles: true }));
    expect(app.laterLoads).toBe(1);
  });

  it.each([
    [0, 1_000],
    [500, 5_000],
    [60_000, 10_000],
  ])(
    "after a form that took %i ms, loads %i ms later for a customer who only looks and may save the card",
    (tookMs, laterMs) => {
      vi.spyOn(performance, "now").mockReturnValue(tookMs);
      begin();
      show({ ...ready, session: { ...session, canSavePaymentMethod: true } });
      vi.advanceTimersByTime(laterMs - 1);
      expect(app.laterLoads).toBe(0);
      vi.advanceTimersByTime(1);
      expect(app.laterLoads).toBe(1);
    },
  );

  it("waits for the customer when the form has nothing more to show", () => {
    begin();
    vi.advanceTimersByTime(60_000);
    expect(app.laterLoads).toBe(0);
  });

  it("loads at once when there is more to show than a form", () => {
    begin();
    show({ step: "success", status: "success", payment: examplePayment() });
    vi.advanceTimersByTime(100);
    expect(app.laterLoads).toBe(1);
  });
});

describe("errors", () => {
  it("appear when a field is left, not while typing, and disappear when corrected", async () => {
    takeOver(open());
    show(ready);
    await user.type(field("Card number"), "4242 4242 4242 4241");
    expect(screen.queryByTestId("error-number")).toBeNull();
    await user.tab();
    expect((await screen.findByTestId("error-number")).textContent).toContain(
      "A digit may be wrong",
    );
    expect(field("Card number").getAttribute("aria-describedby")).toBe("field-number-error");
    await user.type(field("Card number"), "{Backspace}2");
    await waitFor(() => expect(screen.queryByTestId("error-number")).toBeNull());
    expect(field("Card number").hasAttribute("aria-invalid")).toBe(false);
  });

  it("do not appear for a field that was left empty", async () => {
    takeOver(open());
    show(ready);
    field("Card number").focus();
    await user.tab();
    expect(screen.queryByTestId("error-number")).toBeNull();
  });

  it("appear at every field on Pay, are counted aloud, and the first field gets the focus", async () => {
    takeOver(open());
    show(ready);
    await user.type(field("Card number"), "4242424242424242");
    await user.click(screen.getByTestId("pay"));
    await waitFor(() => expect(live()).toBe("Check 3 fields."));
    expect(document.activeElement).toBe(field("Expiry date"));
    expect(screen.getByTestId("error-cvc").textContent).toBe("Enter the security code.");
    expect(app.sent).not.toContain("submit");
  });

  it("name the year in which a card expired", async () => {
    takeOver(open());
    show(ready);
    await user.type(field("Expiry date"), "0124");
    await user.tab();
    expect((await screen.findByTestId("error-expiry")).textContent).toBe(
      "This card expired in 2024. Check the date.",
    );
  });
});

describe("a submit", () => {
  it("is sent when everything is right, with the button or Enter", async () => {
    takeOver(open());
    show(ready);
    await fillIn();
    await user.click(screen.getByTestId("pay"));
    await user.type(field("Name on card"), "{Enter}");
    expect(app.sent).toEqual(["submit", "submit"]);
  });

  it("disables the form without losing the focus or typed data", async () => {
    takeOver(open());
    show(ready);
    await fillIn();
    await user.click(screen.getByTestId("pay"));
    show({ step: "paying" });
    const button = await screen.findByRole("button", { name: "Paying…" });
    expect(button.getAttribute("aria-disabled")).toBe("true");
    expect(document.activeElement).toBe(button);
    expect(screen.getByTestId("payment-methods").hasAttribute("inert")).toBe(true);
    await user.click(button);
    expect(app.sent).toEqual(["submit"]);
    expect(live()).toBe("Paying…");
  });

  it("shows the reason and advice if it is declined, and keeps everything typed", async () => {
    takeOver(open());
    show(ready);
    await fillIn();
    const payment = declined("insufficient_funds");
    show({ step: "form", payment, notice: { type: "declined", payment } });
    const notice = await screen.findByTestId("notice");
    expect(notice.textContent).toContain("There isn’t enough money on the card.");
    expect(notice.textContent).toContain("Use another card.");
    expect(live()).toContain("Your payment didn’t go through");
    expect(field("Card number").value).toBe("4242 4242 4242 4242");
    expect(field("Security code").value).toBe("123");
  });

  it("declined for an unknown reason shows the service’s words", async () => {
    takeOver(open());
    const payment = declined("constructor");
    show({ ...ready, payment, notice: { type: "declined", payment } });
    expect((await screen.findByTestId("notice")).textContent).toContain("The card was declined.");
  });
});

it("shows the parts of the amount, and only those there are", async () => {
  takeOver(open());
  show({
    ...ready,
    breakdown: {
      baseAmount: 48,
      processingFees: 1.44,
      salesTax: 4.08,
      total: 53.52,
      currency: "USD",
      salesTaxRate: 0.0825,
      salesTaxJurisdiction: "Austin, TX",
    },
  });
  expect((await screen.findByTestId("price-tax")).textContent).toBe(
    "Sales tax (8.25%), Austin, TX$4.08",
  );
  expect(screen.getByTestId("price-total").textContent).toBe("Total$53.52");
  show(ready);
  await waitFor(() => expect(screen.queryByTestId("price-tax")).toBeNull());
});
