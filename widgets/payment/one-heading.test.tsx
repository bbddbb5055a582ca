// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/preact";
import { afterEach, expect, test, vi } from "vitest";
import { texts as en } from "../i18n/en/payment.ts";
import { personalTexts } from "../i18n/en/personal.ts";
import { RequirementSteps } from "../steps/requirement-steps.tsx";
import type { ReadRequirement, StepsApi } from "../steps/steps-api.ts";
import { changeState } from "./example-states.ts";
import { firstState } from "./machine/state.ts";
import { RequirementSlot } from "./requirement-slot.tsx";
import { PaymentView } from "./view/payment-view.tsx";

afterEach(cleanup);

const titles = () =>
  [...document.querySelectorAll("h1")]
    .filter((element) => element.closest("[hidden]") === null)
    .map((element) => element.getAttribute("aria-label") ?? element.textContent);
const nothing = () => undefined;
const words = { title: "One more step", lost: "Lost", retry: "Try again" };

function showRequirement(load: Parameters<typeof RequirementSlot>[0]["load"]) {
  render(
    <RequirementSlot
      load={load}
      words={words}
      locale="en-US"
      nowMs={Date.now}
      onDone={nothing}
      fallback={null}
    />,
  );
}

const stepsThatAsk = (requirements: StepsApi["requirements"]) => async () => ({
  Steps: RequirementSteps,
  texts: personalTexts,
  api: { requirements } as StepsApi,
});

test("an outcome whose texts are loading has a heading", () => {
  render(
    <PaymentView
      state={changeState(firstState, { step: "pending" })}
      problems={{}}
      texts={en}
      locale="en-US"
      online
      announcement=""
      later={null}
      onSubmit={nothing}
      onRetry={nothing}
    />,
  );
  expect(titles()).toEqual([en.checking]);
});

test("requirement steps have a heading while they load, and when they fail to load", async () => {
  showRequirement(() => new Promise(nothing));
  expect(titles()).toEqual([words.title]);
  cleanup();
  showRequirement(() => Promise.reject(new Error("offline")));
  await screen.findByTestId("steps-lost");
  expect(titles()).toEqual([words.title]);
});

test("the steps have a heading while the service is asked for the next one, and when it is unreachable", async () => {
  showRequirement(stepsThatAsk(() => new Promise(nothing)));
  await vi.waitFor(() => expect(titles()).toEqual([personalTexts.steps.next]));
  cleanup();
  showRequirement(stepsThatAsk(async () => ({ ok: false, failure: { code: "lost" } })));
  await screen.findByText(personalTexts.steps.lost);
  expect(titles()).toEqual([personalTexts.steps.next]);
});

test("a loaded step has only its own heading", async () => {
  const requirements: ReadRequirement[] = [
    { type: "customer_data", blocks: "submission", fields: ["lastName"] },
  ];
  showRequirement(stepsThatAsk(async () => ({ ok: true, value: { requirements } })));
  await screen.findByLabelText("Last name");
  expect(titles()).toEqual([personalTexts.steps.customerData.title]);
});
