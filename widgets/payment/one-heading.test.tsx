// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/preact";
import { afterEach, expect, test, vi } from "vitest";
import { texts as en } from "../i18n/en.ts";
import { personalTexts } from "../i18n/personal-en.ts";
import { OwedSteps } from "../steps/owed-steps.tsx";
import type { OwedStep, StepsApi } from "../steps/steps-api.ts";
import { firstState } from "./machine/state.ts";
import { Owed } from "./owed.tsx";
import { PaymentView } from "./view/payment-view.tsx";

afterEach(cleanup);

const titles = () =>
  [...document.querySelectorAll("h1")]
    .filter((each) => each.closest("[hidden]") === null)
    .map((each) => each.getAttribute("aria-label") ?? each.textContent);
const nothing = () => undefined;
const words = { title: "One more step", lost: "Lost", retry: "Try again" };

function showOwed(load: Parameters<typeof Owed>[0]["load"]) {
  render(<Owed load={load} words={words} locale="en-US" onDone={nothing} fallback={null} />);
}

const stepsThatAsk = (owed: StepsApi["owed"]) => async () => ({
  Steps: OwedSteps,
  texts: personalTexts,
  api: { owed } as StepsApi,
});

test("an outcome whose words are still on their way has a heading", () => {
  render(
    <PaymentView
      state={{ ...firstState, step: "pending" }}
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

test("steps for what is owed have a heading while they load, and where they can't be", async () => {
  showOwed(() => new Promise(nothing));
  expect(titles()).toEqual([words.title]);
  cleanup();
  showOwed(() => Promise.reject(new Error("offline")));
  await screen.findByTestId("steps-lost");
  expect(titles()).toEqual([words.title]);
});

test("and while the service is asked what comes next, and where it can't be reached", async () => {
  showOwed(stepsThatAsk(() => new Promise(nothing)));
  await vi.waitFor(() => expect(titles()).toEqual([personalTexts.steps.next]));
  cleanup();
  showOwed(stepsThatAsk(async () => ({ ok: false, failure: { code: "lost" } })));
  await screen.findByText(personalTexts.steps.lost);
  expect(titles()).toEqual([personalTexts.steps.next]);
});

test("the step that is there has one of its own alone", async () => {
  const requirements: OwedStep[] = [
    { type: "customer_data", blocks: "submission", fields: ["lastName"] },
  ];
  showOwed(stepsThatAsk(async () => ({ ok: true, value: { requirements } })));
  await screen.findByLabelText("Last name");
  expect(titles()).toEqual([personalTexts.steps.customerData.title]);
});
