// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from "@testing-library/preact";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { personalTexts as en } from "../i18n/personal-en.ts";
import { OwedSteps } from "./owed-steps.tsx";
import type { OwedStep, StepAnswer, StepsApi } from "./steps-api.ts";

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const name: OwedStep = { type: "customer_data", blocks: "submission", fields: ["lastName"] };
const phone: OwedStep = { type: "sms_verification", blocks: "submission", phoneNumber: "•••• 34" };
const w9: OwedStep = { type: "w9", blocks: "approval" };
const owing = (...requirements: OwedStep[]): StepAnswer<{ requirements: OwedStep[] }> => ({
  ok: true,
  value: { requirements },
});

function show(...answers: StepAnswer<{ requirements: OwedStep[] }>[]) {
  const api: StepsApi = {
    credentials: { clientSecretKey: "pi_1_secret_x", publishableKey: "pk_1" },
    owed: vi.fn<StepsApi["owed"]>(async () => answers.shift() ?? owing()),
    fillIn: vi.fn<StepsApi["fillIn"]>(async () => owing()),
    startSms: vi.fn<StepsApi["startSms"]>(),
    checkSms: vi.fn<StepsApi["checkSms"]>(),
  };
  const onDone = vi.fn();
  render(
    <OwedSteps api={api} onDone={onDone} texts={en} locale="en-US" nowMs={() => 0}>
      <p>Not possible here</p>
    </OwedSteps>,
  );
  return { api, onDone, user: userEvent.setup() };
}

test("shows the first step that blocks, then what the service says comes next", async () => {
  const { onDone, user } = show(owing(w9, name, phone), owing(w9, phone));
  await user.type(await screen.findByLabelText("Last name"), "Doe");
  await user.click(screen.getByTestId("step-go-on"));
  await screen.findByTestId("step-sms-number");
  expect(onDone).not.toHaveBeenCalled();
});

test("is done when nothing blocks any more", async () => {
  const { onDone } = show(owing(w9));
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
});

test("a step that did not meet its requirement comes again", async () => {
  const { user } = show(owing(name), owing(name));
  await user.type(await screen.findByLabelText("Last name"), "Doe");
  await user.click(screen.getByTestId("step-go-on"));
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>("Last name").value).toBe(""));
});

test("says that it can't ask for what it has no step for", async () => {
  const { onDone } = show(owing({ type: "palm_reading", blocks: "submission" }));
  expect(await screen.findByText("Not possible here")).toBeTruthy();
  expect(onDone).not.toHaveBeenCalled();
});

test("a lost connection is said, and the question is asked again", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { api } = show({ ok: false, failure: { code: "lost" } }, owing(name));
  await screen.findByTestId("steps-lost");
  await vi.advanceTimersByTimeAsync(5_000);
  await screen.findByLabelText("Last name");
  expect(api.owed).toHaveBeenCalledTimes(2);
});
