// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from "@testing-library/preact";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { BankLoginApi } from "../fields/bank-login/bank-login-api.ts";
import { disbursementTexts as en } from "../i18n/en/disbursement.ts";
import { texts as cardEn } from "../i18n/en/payment.ts";
import { payoutMethodTexts } from "../i18n/en/payout-method.ts";
import { personalTexts } from "../i18n/en/personal.ts";
import { hasStep, RequirementStep } from "../steps/requirement-step.tsx";
import type { StepsApi } from "../steps/steps-api.ts";
import { DisbursementApp } from "./disbursement-app.tsx";
import type { DisbursementFlow } from "./disbursement-flow.ts";
import {
  exampleChoice,
  exampleDisbursement,
  exampleSaved,
  exampleSession,
  failedDisbursement,
  refused,
  stateWith,
} from "./examples.ts";
import { reduce } from "./machine/reduce.ts";
import type { DisbursementEvent, DisbursementState } from "./machine/state.ts";
import { bankForm } from "./methods/bank-form.tsx";
import { cardForm } from "./methods/card-form.tsx";
import { cryptoForm } from "./methods/crypto-form.tsx";
import { payByBankForm } from "./methods/pay-by-bank-form.tsx";
import type { KnownType } from "./offered-methods.ts";

afterEach(cleanup);

const forms = {
  bank: bankForm(payoutMethodTexts),
  card: cardForm(payoutMethodTexts, cardEn),
  crypto: cryptoForm(payoutMethodTexts),
  pay_by_bank: payByBankForm(payoutMethodTexts, {} as BankLoginApi),
};

/** The machine without effects. */
function fakeFlow(first: DisbursementState) {
  let state = first;
  const listeners = new Set<() => void>();
  const events: DisbursementEvent[] = [];
  const flow: DisbursementFlow = {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    send(event) {
      events.push(event);
      [state] = reduce(state, event);
      for (const listener of listeners) listener();
    },
    useSecret: () => undefined,
  };
  return { flow, events };
}

interface ShowOptions {
  formFails?: boolean;
  removeSaved?: (id: string) => Promise<boolean>;
}

function show(first: DisbursementState, options: ShowOptions = {}) {
  const { flow, events } = fakeFlow(first);
  let fails = options.formFails ?? false;
  const loadForm = vi.fn(async (type: KnownType) => {
    if (fails) throw new Error("offline");
    return forms[type];
  });
  const api = {} as StepsApi;
  render(
    <DisbursementApp
      flow={flow}
      texts={en}
      locale="en-US"
      nowMs={() => Date.UTC(2026, 10, 22)}
      loadForm={loadForm}
      removeSaved={options.removeSaved ?? (async () => true)}
      loadRequirement={async () => ({ Step: RequirementStep, hasStep, texts: personalTexts, api })}
    />,
  );
  return {
    user: userEvent.setup(),
    flow,
    events,
    loadForm,
    mendForms: () => {
      fails = false;
    },
  };
}

async function fillBank(user: ReturnType<typeof userEvent.setup>) {
  await user.click(screen.getByTestId("payout-method-bank"));
  await user.type(await screen.findByTestId("field-holder"), "Ada Lovelace");
  await user.click(screen.getByLabelText("Checking"));
  await user.type(screen.getByTestId("field-routing-number"), "021000021");
  await user.type(screen.getByTestId("field-account-number"), "000123456789");
  await user.type(screen.getByTestId("field-account-number-again"), "000123456789");
}

test("a method chosen after an empty Continue starts without errors", async () => {
  const { user } = show(stateWith({}));
  await screen.findByTestId("step-method");
  await user.click(screen.getByTestId("step-go-on"));
  await waitFor(() => expect(document.querySelector("[aria-invalid=true]")).toBeTruthy());
  await user.click(screen.getByLabelText(new RegExp(en.method.types.bank)));
  await screen.findByTestId("field-routing-number");
  expect(document.querySelector("[aria-invalid=true]")).toBeNull();
  await user.click(screen.getByTestId("step-go-on"));
  await waitFor(() =>
    expect(document.querySelectorAll("[aria-invalid=true]").length).toBeGreaterThan(2),
  );
  await user.click(screen.getByLabelText(new RegExp(en.method.types.crypto)));
  await screen.findByText(payoutMethodTexts.crypto.asset);
  expect(
    [...document.querySelectorAll("[aria-invalid=true]")].filter(
      (field) => !field.closest("[hidden]"),
    ),
  ).toEqual([]);
});

test("a form loads when its method is chosen, and typed data is reviewed before it is sent", async () => {
  const { user, events, loadForm } = show(stateWith({}));
  expect(loadForm).not.toHaveBeenCalled();
  await fillBank(user);
  await user.click(screen.getByTestId("step-go-on"));
  const { request, method, arrival } = exampleChoice;
  expect(events).toEqual([{ type: "methodChosen", choice: { request, method, arrival } }]);
  expect(screen.getByTestId("review-method").textContent).toBe("Bank account, checking •••• 6789");
  await user.click(screen.getByTestId("confirm"));
  expect(events[events.length - 1]).toEqual({ type: "confirm" });
  expect(screen.getByTestId("confirm").textContent).toBe(en.review.sending);
});

test("going back finds everything that was typed, even in a form that was left for another", async () => {
  const { user } = show(stateWith({}));
  await fillBank(user);
  await user.click(screen.getByTestId("payout-method-card"));
  await screen.findByTestId("field-number");
  await user.click(screen.getByTestId("payout-method-bank"));
  await user.click(screen.getByTestId("step-go-on"));
  await user.click(screen.getByTestId("change-method"));
  expect(screen.getByTestId<HTMLInputElement>("field-account-number").value).toBe("0001 2345 6789");
  expect(screen.getByTestId("step-method").closest("[hidden]")).toBeNull();
});

test("a saved method comes first, masked, and needs no typing", async () => {
  const { user, events } = show(
    stateWith({}, exampleSession({}, { savedPayoutMethods: exampleSaved })),
  );
  const [bank] = exampleSaved;
  expect(screen.getAllByRole("radio")[0]).toHaveProperty("checked", true);
  expect(screen.getAllByRole("radio")[0]?.closest("label")?.textContent).toContain(
    "First Lantern Bank, checking •••• 6789",
  );
  expect(screen.queryByTestId("save-method")).toBeNull();
  await user.click(screen.getByTestId("step-go-on"));
  expect(events).toMatchObject([
    {
      type: "methodChosen",
      choice: { request: { type: "saved", savedPayoutMethodId: bank?.savedPayoutMethodId } },
    },
  ]);
});

test("a saved method is removed after the customer confirms, and the next one is chosen", async () => {
  const removeSaved = vi.fn(async (_id: string) => true);
  const session = exampleSession({}, { savedPayoutMethods: exampleSaved });
  const { user, events } = show(stateWith({}, session), { removeSaved });
  const [first, second] = exampleSaved;
  await user.click(screen.getByTestId(`remove-${first?.savedPayoutMethodId}`));
  expect(removeSaved).not.toHaveBeenCalled();
  await user.click(screen.getByTestId("remove-confirm"));
  const isThere = () => screen.queryByRole("radio", { name: /First Lantern Bank/ });
  await waitFor(() => expect(isThere()).toBeNull());
  expect(removeSaved.mock.calls).toEqual([[first?.savedPayoutMethodId]]);
  expect(screen.getByTestId("removed").textContent).toContain("was removed.");
  await user.click(screen.getByTestId("step-go-on"));
  expect(events).toMatchObject([
    { choice: { request: { type: "saved", savedPayoutMethodId: second?.savedPayoutMethodId } } },
  ]);
});

test("a saved method that was removed elsewhere leaves the list, and the next one is chosen", async () => {
  const session = exampleSession({}, { savedPayoutMethods: exampleSaved });
  const { user, flow, events } = show(stateWith({}, session));
  await user.click(screen.getByTestId("step-go-on"));
  flow.send({ type: "confirm" });
  const failure = refused("payout_method_not_found", 400);
  flow.send({ type: "attemptFailed", failure, run: flow.state().run });
  const [, second] = exampleSaved;
  const rest = exampleSession({}, { savedPayoutMethods: second ? [second] : [] });
  flow.send({ type: "sessionLoaded", session: rest, run: flow.state().run });
  await waitFor(() =>
    expect(screen.queryByRole("radio", { name: /First Lantern Bank/ })).toBeNull(),
  );
  expect(screen.getByTestId("step-problem").textContent).toContain(
    en.method.refusals["payout_method_not_found"],
  );
  await user.click(screen.getByTestId("step-go-on"));
  expect(events.at(-1)).toMatchObject({
    choice: { request: { type: "saved", savedPayoutMethodId: second?.savedPayoutMethodId } },
  });
});

test("a method that the service could not remove stays", async () => {
  const session = exampleSession({}, { savedPayoutMethods: exampleSaved });
  const { user } = show(stateWith({}, session), { removeSaved: async () => false });
  await user.click(screen.getByTestId(`remove-${exampleSaved[0]?.savedPayoutMethodId}`));
  await user.click(screen.getByTestId("remove-confirm"));
  await screen.findByTestId("remove-failed");
  expect(screen.getAllByRole("radio")[0]).toHaveProperty("checked", true);
});

test("a method without consent is not saved", async () => {
  const { user, events } = show(stateWith({}));
  await fillBank(user);
  await user.click(screen.getByTestId("save-method"));
  await user.click(screen.getByTestId("step-go-on"));
  expect(events).toMatchObject([{ choice: { request: { type: "bank", save: false } } }]);
});

test("a missing choice, and missing fields, are announced and focused", async () => {
  const { user, events } = show(stateWith({}));
  await user.click(screen.getByTestId("step-go-on"));
  expect(screen.getByTestId("error-payout-method").textContent).toBe(en.method.choose);
  await waitFor(() => expect(document.activeElement?.getAttribute("type")).toBe("radio"));
  await user.click(screen.getByTestId("payout-method-bank"));
  await user.click(screen.getByTestId("step-go-on"));
  await waitFor(() => expect(document.activeElement?.id).toBe("field-holder"));
  expect(screen.getAllByTestId("live-region").map((element) => element.textContent)).toContain(
    "Check 5 fields.",
  );
  expect(events).toEqual([]);
});

test("a refusal of typed data is shown above the form", () => {
  show(stateWith({ problem: "routing_number_invalid" }));
  expect(screen.getByTestId("step-problem").textContent).toContain(
    en.method.refusals["routing_number_invalid"],
  );
});

test("a form that fails to load says so and can be tried again", async () => {
  const { user, mendForms } = show(stateWith({}), { formFails: true });
  await user.click(screen.getByTestId("payout-method-bank"));
  const retry = await screen.findByTestId("form-retry");
  mendForms();
  await user.click(retry);
  await screen.findByTestId("field-holder");
});

test("the tax form can be postponed, and a requirement without a step is reported", async () => {
  const requirement = { type: "w9", blocks: "approval" } as const;
  const { user, flow } = show(
    stateWith(
      { step: "requirement", requirement, plan: ["w9"] },
      exampleSession({}, { requirements: [requirement] }),
    ),
  );
  await user.click(screen.getByTestId("w9-later"));
  expect(flow.state()).toMatchObject({ step: "method", w9Deferred: true });
  cleanup();
  const palm = { type: "palm_reading", blocks: "submission" } as const;
  show(stateWith({ step: "requirement", requirement: palm }));
  await screen.findByTestId("step-blocked");
});

test("requirements of the year's total are shown from the first step", async () => {
  const asks = ["identity_document", "tax_information", "palm_reading"];
  const yearToDate = { year: 2026, totalAfter: 2400, threshold: 2000, asks };
  show(stateWith({}, exampleSession({}, { yearToDate })));
  const notice = screen.getByTestId("year-notice").textContent;
  expect(notice).toContain("you reach $2,400.00 in 2026");
  expect(notice).toContain("identity document and your tax information");
});

test("withheld tax is shown with its rate, its reason and the rest", () => {
  const amounts = { amount: 1250, withheldAmount: 300, netAmount: 950, currency: "USD" };
  show(stateWith({}, exampleSession({}, { amounts })));
  expect(screen.getByTestId("payout-amount").textContent).toContain("$950.00");
  const withheld = screen.getByTestId("withheld").textContent;
  expect(withheld).toContain("Federal tax withheld (24%)");
  expect(withheld).toContain("backup withholding");
});

test("an unknown status and its reason are shown as received", async () => {
  const messages = [
    { code: "moon_phase", message: "The moon is full.", at: "2026-11-23T15:00:00.000Z" },
  ];
  const disbursement = exampleDisbursement({ status: "lunar", intentStatus: "lunar", messages });
  show(stateWith({ step: "unknown", status: "lunar", disbursement }));
  const { textContent } = await screen.findByTestId("step-unknown");
  expect(textContent).toContain("“lunar”");
  expect(textContent).toContain("The moon is full.");
});

test("a closed account fails with a plain explanation, not in the service's words", async () => {
  const disbursement = failedDisbursement("account_closed", "R02");
  show(stateWith({ step: "failed", status: "failed", disbursement }));
  const { textContent } = await screen.findByTestId("step-failed");
  expect(textContent).toContain("The bank account is closed.");
  expect(textContent).not.toContain("R02");
});

test("polls at once when the customer returns to the tab", () => {
  const { events } = show(stateWith({ step: "waiting" }));
  document.dispatchEvent(new Event("visibilitychange"));
  expect(events).toEqual([{ type: "woken" }]);
});
