// @vitest-environment happy-dom
/** The whole app on the frame's own HTML. Long, because every test needs that set-up. */
import { act, cleanup, screen, waitFor } from "@testing-library/preact";
import userEvent from "@testing-library/user-event";
import { hydrate } from "preact";
import { renderToString } from "preact-render-to-string";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { BrandSprite } from "../fields/brand-marks.tsx";
import { createCardFields } from "../fields/card-fields.ts";
import { texts as en } from "../i18n/en/payment.ts";
import { paymentOutcomeTexts } from "../i18n/en/payment-outcome.ts";
import { personalTexts } from "../i18n/en/personal.ts";
import { RequirementSteps } from "../steps/requirement-steps.tsx";
import { changeState, type StateChange } from "./example-states.ts";
import { declined, examplePayment, exampleSession, paid } from "./examples.ts";
import { firstScreen } from "./first-screen.tsx";
import { laterPart } from "./later-part.ts";
import { firstState, type PaymentState } from "./machine/state.ts";
import { createCardForm } from "./methods/card-form.ts";
import { exampleDeposit } from "./methods/crypto/examples.ts";
import type { MethodFormView } from "./methods/method-form.ts";
import { createMethodForms } from "./methods/method-forms.ts";
import { expiredCard, savedCard } from "./methods/saved/examples.ts";
import { PaymentApp } from "./payment-app.tsx";
import type { PaymentFlow } from "./payment-flow.ts";
import type { RequirementParts } from "./requirement-slot.tsx";

let state: PaymentState;
let redraw: () => void;
let sent: string[];
const user = userEvent.setup();

/** A flow in the state that the test sets. */
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

function show(change: StateChange) {
  state = changeState(state, change);
  void act(() => redraw());
}

/** Opens the frame as in production: the build's HTML, the fields' script, then this app. */
function open() {
  document.body.innerHTML = `<div id="widget">${renderToString(firstScreen("en"))}</div>${renderToString(<BrandSprite />)}`;
  const root = document.getElementById("widget") as HTMLElement;
  const fields = createCardFields(root, () => Date.UTC(2026, 10, 22));
  return { root, fields };
}

let loadForm: () => Promise<MethodFormView>;
/** How often the part after the first screen was requested. */
let laterLoads = 0;

function takeOver({ root, fields }: ReturnType<typeof open>, loadRequirements = refuseToLoad) {
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
        loadLater={async () => {
          laterLoads += 1;
          return {
            ...laterPart(paymentOutcomeTexts),
            loadRequirementParts: loadRequirements,
            deleteSaved: async (_credentials, id) => sent.push(`remove ${id}`) > 0,
          };
        }}
        onSubmit={() => forms.check(state.method) && sent.push("submit")}
      />,
      root,
    ),
  );
}

/** Most of these tests need no requirement steps. */
const refuseToLoad = (): Promise<RequirementParts> => Promise.reject(new Error("not to be loaded"));

const field = (name: string | RegExp) => screen.getByLabelText(name) as HTMLInputElement;
const live = () => screen.getByTestId("live-region").textContent?.trim();
const session = exampleSession();
const ready = {
  step: "form",
  session,
  breakdown: session.breakdown,
  status: "no-payment",
} as const;

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
  it("the browser cannot submit the form itself: before a script listens, nothing happens", () => {
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

describe("what the first screen does not need", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    laterLoads = 0;
    takeOver(open());
    show(ready);
  });
  afterEach(() => vi.useRealTimers());

  it.each(["pointerover", "focusin"])("loads at the first %s, once", (sign) => {
    expect(laterLoads).toBe(0);
    field("Card number").dispatchEvent(new Event(sign, { bubbles: true }));
    field("Security code").dispatchEvent(new Event(sign, { bubbles: true }));
    expect(laterLoads).toBe(1);
  });

  it("loads by itself for a customer who only looks and may save the card", () => {
    show({ ...ready, session: { ...session, canSavePaymentMethod: true } });
    vi.advanceTimersByTime(999);
    expect(laterLoads).toBe(0);
    vi.advanceTimersByTime(9_001);
    expect(laterLoads).toBe(1);
  });

  it("waits for the customer when the form has nothing more to show", () => {
    vi.advanceTimersByTime(60_000);
    expect(laterLoads).toBe(0);
  });

  it("loads at once when there is more to show than a form", () => {
    show({ step: "success", status: "success", payment: examplePayment() });
    vi.advanceTimersByTime(100);
    expect(laterLoads).toBe(1);
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
    expect(sent).not.toContain("submit");
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
  it("is sent when everything is right, also with Enter", async () => {
    takeOver(open());
    show(ready);
    await fillIn();
    await user.click(screen.getByTestId("pay"));
    await user.type(field("Name on card"), "{Enter}");
    expect(sent).toEqual(["submit", "submit"]);
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
    expect(sent).toEqual(["submit"]);
    expect(live()).toBe("Paying…");
  });

  it("that was declined shows the reason and advice, and keeps everything typed", async () => {
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

describe("steps of their own", () => {
  it("say that the customer may leave while the bank is working", async () => {
    takeOver(open());
    show({ ...ready, step: "pending", status: "pending", payment: examplePayment() });
    expect((await screen.findByTestId("step-pending")).textContent).toContain(
      "You can leave this page",
    );
    expect(screen.getByTestId("payment-form").hidden).toBe(true);
  });

  it("show an unknown status", async () => {
    takeOver(open());
    show({
      ...ready,
      step: "pending",
      status: "lunar",
      payment: examplePayment({ status: "lunar" }),
    });
    expect((await screen.findByTestId("step-pending")).textContent).toContain("“lunar”");
  });

  it("show the amount, the card and the statement's descriptor", async () => {
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

  it("show what was refunded, and nothing of it before", async () => {
    takeOver(open());
    const refunded = { ...paid, refunded: 12.5 };
    show({ ...ready, step: "success", status: "success", payment: refunded });
    const text = (await screen.findByTestId("step-success")).textContent;
    expect(text).toContain("Refunds$12.50");
    show({ ...ready, step: "success", status: "success", payment: paid });
    await waitFor(() =>
      expect(screen.getByTestId("step-success").textContent).not.toContain("Refunds"),
    );
  });

  it("offer to try again when that can help", async () => {
    takeOver(open());
    show({ step: "unreachable" });
    await user.click(await screen.findByRole("button", { name: "Try again" }));
    expect(sent).toEqual(["retry"]);
  });

  it("keep typed data when the form comes back", async () => {
    takeOver(open());
    show(ready);
    await fillIn();
    show({ step: "expired", renewing: true });
    await screen.findByTestId("step-renewing");
    show({ step: "form" });
    await waitFor(() => expect(screen.queryByTestId("step-renewing")).toBeNull());
    expect(field("Card number").value).toBe("4242 4242 4242 4242");
  });

  it("says that nothing was charged only while the intent can be read", async () => {
    takeOver(open());
    show({ step: "expired", renewing: false, status: "expired" });
    const ended = await screen.findByTestId("step-expired");
    expect(ended.textContent).toContain("You haven’t been charged.");
    show({ step: "expired", renewing: false, status: null });
    await waitFor(() => expect(ended.textContent).not.toContain("charged"));
    expect(ended.textContent).toContain("Go back to check whether your payment went through.");
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
    expect(sent).toEqual(["methodChosen"]);
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

  it("cannot be paid before the chosen form has loaded", async () => {
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

  it("with a missing price say so and offer to try again, in place of the button", async () => {
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

describe("a requirement before payment", () => {
  const owing = exampleSession(
    {},
    { requirements: [{ type: "customer_data", blocks: "submission" }] },
  );
  const api: RequirementParts["api"] = {
    credentials: { clientSecretKey: "pi_1_secret_x", publishableKey: "pk_1" },
    requirements: async () => ({
      ok: true,
      value: {
        requirements: [{ type: "customer_data", blocks: "submission", fields: ["lastName"] }],
      },
    }),
    fillIn: async () => ({ ok: true, value: { requirements: [] } }),
    startSms: () => Promise.reject(new Error("not asked here")),
    checkSms: () => Promise.reject(new Error("not asked here")),
  };

  it("is shown in place of the form, and the session reloads once it is met", async () => {
    let asked = 0;
    const parts: RequirementParts = {
      Steps: RequirementSteps,
      texts: personalTexts,
      api: {
        ...api,
        requirements: () => (asked++ === 0 ? api.requirements() : api.fillIn({})),
      },
    };
    takeOver(open(), async () => parts);
    show({ ...ready, step: "blocked", session: owing });
    await user.type(await screen.findByLabelText("Last name"), "Doe");
    await user.click(screen.getByTestId("step-go-on"));
    await waitFor(() => expect(sent).toEqual(["requirementsMet"]));
  });

  it("reports that its steps failed to load, and tries again", async () => {
    let isOnline = false;
    takeOver(open(), async () => {
      if (!isOnline) throw new Error("offline");
      return { Steps: RequirementSteps, texts: personalTexts, api };
    });
    show({ ...ready, step: "blocked", session: owing });
    await screen.findByTestId("steps-lost");
    isOnline = true;
    await user.click(screen.getByTestId("steps-retry"));
    await screen.findByLabelText("Last name");
  });

  it("is reported at once if this version has no step for it", async () => {
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

/** The part's own file loads first. */
const patient = { timeout: 10_000 };

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

  it("come before the new card; removing one is sent to the flow and announced", async () => {
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

it("a deposit replaces the form, also after a reload", async () => {
  takeOver(open());
  show({
    ...ready,
    step: "deposit",
    payment: examplePayment({ type: "crypto", nextAction: exampleDeposit() }),
  });
  await screen.findByTestId("deposit-address", {}, patient);
  expect(screen.getByTestId("payment-form").hidden).toBe(true);
});
