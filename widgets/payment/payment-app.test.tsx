// @vitest-environment happy-dom
/** The whole app on the frame's own HTML. Long, as all of it stands on that one set-up. */
import { act, cleanup, screen, waitFor } from "@testing-library/preact";
import userEvent from "@testing-library/user-event";
import { hydrate } from "preact";
import { renderToString } from "preact-render-to-string";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { BrandSprite } from "../fields/brand-marks.tsx";
import { createCardFields } from "../fields/card-fields.ts";
import { texts as en } from "../i18n/en.ts";
import { paymentOutcomeTexts } from "../i18n/payment-outcome-en.ts";
import { personalTexts } from "../i18n/personal-en.ts";
import { OwedSteps } from "../steps/owed-steps.tsx";
import { declined, examplePayment, exampleSession, paid } from "./examples.ts";
import { firstScreen } from "./first-screen.tsx";
import { laterPart } from "./later-part.ts";
import { firstState, type PaymentState } from "./machine/state.ts";
import { createCardForm } from "./methods/card-form.ts";
import { exampleDeposit } from "./methods/crypto/examples.ts";
import type { MethodFormView } from "./methods/method-form.ts";
import { createMethodForms } from "./methods/method-forms.ts";
import { expiredCard, savedCard } from "./methods/saved/examples.ts";
import type { OwedParts } from "./owed.tsx";
import { PaymentApp } from "./payment-app.tsx";
import type { PaymentFlow } from "./payment-flow.ts";

let state: PaymentState;
let redraw: () => void;
let sent: string[];
const user = userEvent.setup();

/** A flow that shows what the test says. */
const flow: PaymentFlow = {
  state: () => state,
  subscribe(listener) {
    redraw = listener;
    return () => undefined;
  },
  send: ({ type }) => sent.push(type),
  useSecret: () => undefined,
  cancelChallenge: () => undefined,
  confirm: () => Promise.reject(new Error("not asked here")),
};

function show(change: Partial<PaymentState>) {
  state = { ...state, ...change };
  void act(() => redraw());
}

/** As the frame does it: the build's HTML, the fields' script, then this app on top. */
function open() {
  document.body.innerHTML = `<div id="widget">${renderToString(firstScreen("en"))}</div>${renderToString(<BrandSprite />)}`;
  const root = document.getElementById("widget") as HTMLElement;
  const fields = createCardFields(root, () => Date.UTC(2026, 10, 22));
  return { root, fields };
}

let loadForm: () => Promise<MethodFormView>;

function takeOver({ root, fields }: ReturnType<typeof open>, loadOwed = refuseToLoad) {
  const forms = createMethodForms();
  const card = createCardForm(fields, forms.mended);
  forms.set("card", card);
  void act(() =>
    hydrate(
      <PaymentApp
        flow={flow}
        forms={forms}
        card={card}
        texts={en}
        locale="en-US"
        loadForm={() => loadForm()}
        credentials={() => ({ publishableKey: null, clientSecretKey: "secret" })}
        nowMs={() => Date.UTC(2026, 10, 22, 3)}
        loadLater={async () => ({
          ...laterPart(paymentOutcomeTexts),
          loadOwedParts: loadOwed,
          eraseSaved: async (_credentials, id) => sent.push(`remove ${id}`) > 0,
        })}
        onSubmit={() => forms.check(state.method) && sent.push("submit")}
      />,
      root,
    ),
  );
}

/** Steps for what is owed are of no matter to most of these tests. */
const refuseToLoad = (): Promise<OwedParts> => Promise.reject(new Error("not to be loaded"));

const field = (name: string | RegExp) => screen.getByLabelText(name) as HTMLInputElement;
const live = () => screen.getByTestId("live-region").textContent?.trim();
const session = exampleSession();
const ready: Partial<PaymentState> = {
  step: "form",
  session,
  breakdown: session.breakdown,
  status: "no-payment",
};

beforeEach(() => {
  state = firstState;
  sent = [];
  loadForm = () => new Promise(() => undefined);
});
afterEach(cleanup);

async function fillIn() {
  await user.type(field("Card number"), "4242424242424242");
  await user.type(field("Expiry date"), "1234");
  await user.type(field("Security code"), "123");
  await user.type(field("Name on card"), "Ada Lovelace");
}

describe("the first screen", () => {
  it("the form can't be sent by the browser itself: before a script listens, nothing happens", () => {
    open();
    expect(screen.getByTestId("payment-form").getAttribute("method")).toBe("dialog");
  });

  it("can be typed into before the second script is there, and keeps focus and text when it comes", async () => {
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

  it("tells browsers and password managers what each field is", () => {
    open();
    expect(field("Card number").autocomplete).toBe("cc-number");
    expect(field("Expiry date").autocomplete).toBe("cc-exp");
    expect(field("Security code").autocomplete).toBe("cc-csc");
    expect(field("Name on card").autocomplete).toBe("cc-name");
    expect(field(/Postal code/).autocomplete).toBe("postal-code");
    expect(field("Card number").getAttribute("inputmode")).toBe("numeric");
  });

  it("has a button that can't be pressed before it says the amount", async () => {
    const opened = open();
    const pay = () => screen.getByTestId("pay");
    const expectWaiting = () => {
      expect(pay().textContent).toBe(`Pay ${en.payWaits}`);
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

describe("what is wrong", () => {
  it("appears when a field is left, not while it is typed in, and goes as it is mended", async () => {
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

  it("says nothing about a field that was left empty", async () => {
    takeOver(open());
    show(ready);
    field("Card number").focus();
    await user.tab();
    expect(screen.queryByTestId("error-number")).toBeNull();
  });

  it("on Pay is shown at every field, counted aloud, and the first one gets the focus", async () => {
    takeOver(open());
    show(ready);
    await user.type(field("Card number"), "4242424242424242");
    await user.click(screen.getByTestId("pay"));
    await waitFor(() => expect(live()).toBe("Check 3 fields."));
    expect(document.activeElement).toBe(field("Expiry date"));
    expect(screen.getByTestId("error-cvc").textContent).toBe("Enter the security code.");
    expect(sent).not.toContain("submit");
  });

  it("names the year of a card that has ended", async () => {
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
  it("is sent when everything is right, also by Enter", async () => {
    takeOver(open());
    show(ready);
    await fillIn();
    await user.click(screen.getByTestId("pay"));
    await user.type(field("Name on card"), "{Enter}");
    expect(sent).toEqual(["submit", "submit"]);
  });

  it("makes the form wait without losing the focus or what was typed", async () => {
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
    expect(sent).toEqual(["submit"]);
    expect(live()).toBe("Paying…");
  });

  it("that was declined says why and what helps, and everything typed is still there", async () => {
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

  it("declined for a reason that does not exist yet is told in the service’s words", async () => {
    takeOver(open());
    const payment = declined("constructor");
    show({ ...ready, payment, notice: { type: "declined", payment } });
    expect((await screen.findByTestId("notice")).textContent).toContain("The card was declined.");
  });
});

describe("steps of their own", () => {
  it("say that the page may be left while the bank thinks", async () => {
    takeOver(open());
    show({ ...ready, step: "pending", status: "pending", payment: examplePayment() });
    expect((await screen.findByTestId("step-pending")).textContent).toContain(
      "You can leave this page",
    );
    expect(screen.getByTestId("payment-form").hidden).toBe(true);
  });

  it("show a status that does not exist yet", async () => {
    takeOver(open());
    show({
      ...ready,
      step: "pending",
      status: "lunar",
      payment: examplePayment({ status: "lunar" }),
    });
    expect((await screen.findByTestId("step-pending")).textContent).toContain("“lunar”");
  });

  it("show what was paid, with which card, and how the statement will call it", async () => {
    takeOver(open());
    show({ ...ready, step: "success", status: "success", payment: paid });
    const text = (await screen.findByTestId("step-success")).textContent;
    for (const part of [
      "You paid $52.48 to Northwind.",
      "Visa ••••\u00a04242",
      "NORTHWIND",
      paid.paymentId,
    ]) {
      expect(text).toContain(part);
    }
    expect(live()).toBe("Payment complete");
  });

  it("offer to try again where that can help", async () => {
    takeOver(open());
    show({ step: "unreachable" });
    await user.click(await screen.findByRole("button", { name: "Try again" }));
    expect(sent).toEqual(["retry"]);
  });

  it("keep what was typed when the form comes back", async () => {
    takeOver(open());
    show(ready);
    await fillIn();
    show({ step: "expired", renewing: true });
    await screen.findByTestId("step-renewing");
    show({ step: "form", renewing: false });
    await waitFor(() => expect(screen.queryByTestId("step-renewing")).toBeNull());
    expect(field("Card number").value).toBe("4242 4242 4242 4242");
  });
});

it("shows what the amount is made of, and only what there is of it", async () => {
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

describe("several ways to pay", () => {
  const several = exampleSession({}, { paymentMethodTypes: ["card", "moon", "bank"] });
  const priced = (total: number, processingFees = 0): Partial<PaymentState> => ({
    breakdown: { ...several.breakdown, total, processingFees },
  });
  const bank = { method: "bank", isChosen: true } as const;

  it("are a list of what is offered and known, the card first and chosen", async () => {
    takeOver(open());
    show({ ...ready, session: several });
    const ways = await screen.findAllByRole("radio");
    expect(ways.map((way) => (way as HTMLInputElement).value)).toEqual(["card", "bank"]);
    expect((ways[0] as HTMLInputElement).checked).toBe(true);
    expect(document.documentElement.dataset["choice"]).toBe("many");
    await user.click(screen.getByLabelText(/Bank account/));
    expect(sent).toEqual(["methodChosen"]);
  });

  it("need no list where there is one", async () => {
    takeOver(open());
    show(ready);
    await waitFor(() => expect(screen.getAllByRole("radio")).toHaveLength(1));
    expect(document.documentElement.dataset["choice"]).toBe("one");
  });

  it("keep what was typed for another, and its inputs", async () => {
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

  it("load their forms when chosen, and offer to try again where that failed", async () => {
    let tries = 0;
    loadForm = async () => {
      tries += 1;
      if (tries === 1) throw new Error("no connection");
      return () => <p>the form</p>;
    };
    takeOver(open());
    show({ ...ready, session: several, ...bank, breakdown: null });
    await user.click(await screen.findByRole("button", { name: "Try again" }));
    expect(await screen.findByText("the form")).toBeTruthy();
  });

  it("can’t be paid before the chosen one’s form is there", async () => {
    loadForm = async () => () => <p>the form</p>;
    takeOver(open());
    show({ ...ready, session: several, ...bank });
    await screen.findByText("the form");
    const pay = screen.getByTestId("pay");
    expect(pay.getAttribute("aria-disabled")).toBe("true");
    expect(pay.textContent).toBe(`Pay $52.48 ${en.formWaits}`);
    await user.click(pay);
    expect(sent).toEqual([]);
  });

  it("say aloud when the price has changed, with the fee that did it", async () => {
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

  it("say what came of the payment, and no price from before it", async () => {
    takeOver(open());
    show({ ...ready, session: several, ...priced(52.48) });
    show(priced(53.48, 1));
    await waitFor(() => expect(live()).toContain("$53.48"));
    show({ step: "paying" });
    await waitFor(() => expect(live()).toBe(en.paying));
    show({ step: "success", status: "success", payment: examplePayment() });
    await waitFor(() => expect(live()).toBe("Payment complete"));
  });

  it("whose price can’t be had say so and offer to try again, in the button’s place", async () => {
    takeOver(open());
    const failure = { kind: "lost", code: "network", message: "", status: 0 } as const;
    const prices = { bank: { request: null, ask: 1, quote: null, failure } };
    show({ ...ready, session: several, ...bank, breakdown: null, prices });
    expect((await screen.findByTestId("notice")).textContent).toContain("The amount didn’t load");
    expect(screen.queryByTestId("pay")).toBeNull();
    await user.click(screen.getByTestId("price-retry"));
    expect(sent).toEqual(["retry"]);
  });
});

describe("something is owed before it can be paid", () => {
  const owing = exampleSession(
    {},
    { requirements: [{ type: "customer_data", blocks: "submission" }] },
  );
  const api: OwedParts["api"] = {
    credentials: { clientSecretKey: "pi_1_secret_x", publishableKey: "pk_1" },
    owed: async () => ({
      ok: true,
      value: {
        requirements: [{ type: "customer_data", blocks: "submission", fields: ["lastName"] }],
      },
    }),
    fillIn: async () => ({ ok: true, value: { requirements: [] } }),
    startSms: () => Promise.reject(new Error("not asked here")),
    checkSms: () => Promise.reject(new Error("not asked here")),
  };

  it("asks for it in the form's place, and loads the session again once it is met", async () => {
    let asked = 0;
    const parts: OwedParts = {
      Steps: OwedSteps,
      texts: personalTexts,
      api: {
        ...api,
        owed: () => (asked++ === 0 ? api.owed() : api.fillIn({})),
      },
    };
    takeOver(open(), async () => parts);
    show({ ...ready, step: "blocked", session: owing });
    await user.type(await screen.findByLabelText("Last name"), "Doe");
    await user.click(screen.getByTestId("step-go-on"));
    await waitFor(() => expect(sent).toEqual(["requirementsMet"]));
  });

  it("says it when the steps can't be loaded, and tries again", async () => {
    let isOnline = false;
    takeOver(open(), async () => {
      if (!isOnline) throw new Error("offline");
      return { Steps: OwedSteps, texts: personalTexts, api };
    });
    show({ ...ready, step: "blocked", session: owing });
    await screen.findByTestId("steps-lost");
    isOnline = true;
    await user.click(screen.getByTestId("steps-retry"));
    await screen.findByLabelText("Last name");
  });

  it("says so at once where no step would help", async () => {
    let loads = 0;
    const countLoads = () => {
      loads += 1;
      return refuseToLoad();
    };
    takeOver(open(), countLoads);
    show({ ...ready, step: "blocked", session: exampleSession({}, { paymentMethodTypes: [] }) });
    await screen.findByTestId("step-blocked");
    expect(loads).toBe(0);
  });
});

/** A part's own file is loaded first. */
const patient = { timeout: 10_000 };

describe("what was kept", () => {
  const kept = exampleSession(
    {},
    { savedPaymentMethods: [savedCard(), expiredCard()], canSavePaymentMethod: true },
  );

  it("leaves room for the question whether to keep a card only where the session asks it", async () => {
    const { documentElement } = document;
    documentElement.toggleAttribute("data-keeps", true);
    takeOver(open());
    show(ready);
    await waitFor(() => expect(documentElement.hasAttribute("data-keeps")).toBe(false));
    show({ session: kept });
    await waitFor(() => expect(documentElement.hasAttribute("data-keeps")).toBe(true));
  });

  it("stands before the new card; what is removed is told to the flow, and said aloud", async () => {
    loadForm = async () => () => null;
    takeOver(open());
    show({ ...ready, session: kept, method: "saved-pm_visa" });
    await screen.findByRole("radio", { name: /Visa/ }, patient);
    expect(document.documentElement.dataset["choice"]).toBe("many");
    const values = screen.getAllByRole<HTMLInputElement>("radio").map(({ value }) => value);
    expect(values).toEqual(["saved-pm_visa", "saved-pm_expired", "card"]);
    await user.click(screen.getByTestId("remove-pm_expired"));
    await user.click(screen.getByTestId("remove-confirm"));
    await waitFor(() => expect(sent).toEqual(["remove pm_expired", "savedRemoved"]));
    show({ session: { ...kept, savedPaymentMethods: [savedCard()] } });
    expect(live()).toContain("Mastercard");
  });

  it("a card is kept only where the session offers it, and only once that is ticked", async () => {
    takeOver(open());
    show(ready);
    expect(screen.queryByTestId("save-card")).toBeNull();
    show({ ...ready, session: { ...kept, savedPaymentMethods: [] } });
    const box = await screen.findByTestId<HTMLInputElement>("save-card", {}, patient);
    expect(box.checked).toBe(false);
    await user.click(box);
    await waitFor(() => expect(box.checked).toBe(true));
  });
});

it("a deposit stands in the place of the form, after a reload too", async () => {
  takeOver(open());
  show({
    ...ready,
    step: "deposit",
    payment: examplePayment({ type: "crypto", nextAction: exampleDeposit() }),
  });
  await screen.findByTestId("deposit-address", {}, patient);
  expect(screen.getByTestId("payment-form").hidden).toBe(true);
});
