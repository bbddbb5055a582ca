// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/preact";
import { describe, expect, it } from "vitest";
import { texts as en } from "../i18n/en/payment.ts";
import { examplePayment, exampleSession } from "./examples.ts";
import { expiredCard, savedCard } from "./methods/saved/examples.ts";
import {
  app,
  field,
  live,
  open,
  ready,
  resetBetweenTests,
  show,
  takeOver,
  user,
} from "./testing/open-payment-app.tsx";

resetBetweenTests();

/** The part with saved methods loads first. */
const patient = { timeout: 10_000 };

describe("several payment methods", () => {
  const several = exampleSession({}, { paymentMethodTypes: ["card", "moon", "bank"] });
  const priced = (total: number, processingFees = 0) => ({
    breakdown: { ...several.breakdown, total, processingFees },
  });
  const bank = { method: "bank", isChosen: true } as const;

  it("are a list of the offered and known ones, the card first and chosen", async () => {
    takeOver(open());
    show({ ...ready, session: several });
    const ways = await screen.findAllByRole("radio");
    expect(ways.map((way) => (way as HTMLInputElement).value)).toEqual(["card", "bank"]);
    expect((ways[0] as HTMLInputElement).checked).toBe(true);
    expect(document.documentElement.dataset["choice"]).toBe("many");
    await user.click(screen.getByLabelText(/Bank account/));
    expect(app.sent).toEqual(["methodChosen"]);
  });

  it("need no list if there is only one", async () => {
    takeOver(open());
    show(ready);
    await waitFor(() => expect(screen.getAllByRole("radio")).toHaveLength(1));
    expect(document.documentElement.dataset["choice"]).toBe("one");
  });

  it("keep data typed for another method, and its inputs", async () => {
    takeOver(open());
    const number = field("Card number");
    await user.type(number, "4242");
    show({ ...ready, session: several, ...bank });
    await waitFor(() => expect(number.closest("[hidden]")).not.toBeNull());
    show({ method: "card" });
    await waitFor(() => expect(number.closest("[hidden]")).toBeNull());
    expect(field("Card number")).toBe(number);
    expect(number.value).toBe("4242");
  });

  it("load their forms when chosen, and offer to try again after a failed load", async () => {
    let tries = 0;
    app.loadForm = async () => {
      tries += 1;
      if (tries === 1) throw new Error("no connection");
      return () => <p>the form</p>;
    };
    takeOver(open());
    show({ ...ready, session: several, ...bank, breakdown: null });
    await user.click(await screen.findByRole("button", { name: "Try again" }));
    expect(await screen.findByText("the form")).toBeTruthy();
  });

  it("cannot be paid before the chosen form has loaded", async () => {
    app.loadForm = async () => () => <p>the form</p>;
    takeOver(open());
    show({ ...ready, session: several, ...bank });
    await screen.findByText("the form");
    const pay = screen.getByTestId("pay");
    expect(pay.getAttribute("aria-disabled")).toBe("true");
    expect(pay.textContent).toBe(`Pay $52.48 ${en.loadingForm}`);
    await user.click(pay);
    expect(app.sent).toEqual([]);
  });

  it("announce a changed price with its fee", async () => {
    takeOver(open());
    show({ ...ready, session: several, ...priced(52.48) });
    expect(live()).toBe("");
    show({ ...bank, breakdown: null });
    show(priced(53.48, 1));
    await waitFor(() =>
      expect(live()).toBe("The total is now $53.48, with a processing fee of $1.00."),
    );
    show({ method: "card", ...priced(52.48) });
    await waitFor(() => expect(live()).toBe("The total is now $52.48."));
  });

  it("announce the payment's outcome, and no earlier price", async () => {
    takeOver(open());
    show({ ...ready, session: several, ...priced(52.48) });
    show(priced(53.48, 1));
    await waitFor(() => expect(live()).toContain("$53.48"));
    show({ step: "paying" });
    await waitFor(() => expect(live()).toBe(en.paying));
    show({ step: "success", status: "success", payment: examplePayment() });
    await waitFor(() => expect(live()).toBe("Payment complete"));
  });

  it("say that a price is missing and offer to try again, in place of the button", async () => {
    takeOver(open());
    const failure = { kind: "lost", code: "network", message: "", status: 0 } as const;
    const prices = { bank: { request: null, ask: 1, quote: null, failure } };
    show({ ...ready, session: several, ...bank, breakdown: null, prices });
    expect((await screen.findByTestId("notice")).textContent).toContain("The amount didn’t load");
    expect(screen.queryByTestId("pay")).toBeNull();
    await user.click(screen.getByTestId("price-retry"));
    expect(app.sent).toEqual(["retry"]);
  });
});

describe("saved methods", () => {
  const kept = exampleSession(
    {},
    { savedPaymentMethods: [savedCard(), expiredCard()], canSavePaymentMethod: true },
  );

  it("leave room for the consent to save a card only if the session asks for it", async () => {
    const { documentElement } = document;
    documentElement.toggleAttribute("data-keeps", true);
    takeOver(open());
    show(ready);
    await waitFor(() => expect(documentElement.hasAttribute("data-keeps")).toBe(false));
    show({ session: kept });
    await waitFor(() => expect(documentElement.hasAttribute("data-keeps")).toBe(true));
  });

  it("come before the new card; a removal is sent to the flow and announced", async () => {
    app.loadForm = async () => () => null;
    takeOver(open());
    show({ ...ready, session: kept, method: "saved-pm_visa" });
    await screen.findByRole("radio", { name: /Visa/ }, patient);
    expect(document.documentElement.dataset["choice"]).toBe("many");
    const values = screen.getAllByRole<HTMLInputElement>("radio").map(({ value }) => value);
    expect(values).toEqual(["saved-pm_visa", "saved-pm_expired", "card"]);
    await user.click(screen.getByTestId("remove-pm_expired"));
    await user.click(screen.getByTestId("remove-confirm"));
    await waitFor(() => expect(app.sent).toEqual(["remove pm_expired", "savedRemoved"]));
    show({ session: { ...kept, savedPaymentMethods: [savedCard()] } });
    expect(live()).toContain("Mastercard");
  });

  it("a card is saved only if the session offers it and the customer ticks the box", async () => {
    takeOver(open());
    show(ready);
    expect(screen.queryByTestId("save-card")).toBeNull();
    show({ ...ready, session: { ...kept, savedPaymentMethods: [] } });
    field("Card number").focus();
    const box = await screen.findByTestId<HTMLInputElement>("save-card", {}, patient);
    expect(box.checked).toBe(false);
    await user.click(box);
    await waitFor(() => expect(box.checked).toBe(true));
  });
});
