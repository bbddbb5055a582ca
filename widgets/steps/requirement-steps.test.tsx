// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from "@testing-library/preact";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { personalTexts as en } from "../i18n/en/personal.ts";
import { RequirementSteps } from "./requirement-steps.tsx";
import type { ReadRequirement, StepResult, StepsApi } from "./steps-api.ts";

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const name: ReadRequirement = { type: "customer_data", blocks: "submission", fields: ["lastName"] };
const phone: ReadRequirement = {
  type: "sms_verification",
  blocks: "submission",
  phoneNumber: "•••• 34",
};
const w9: ReadRequirement = { type: "w9", blocks: "approval" };
const openRequirements = (
  ...requirements: ReadRequirement[]
): StepResult<{ requirements: ReadRequirement[] }> => ({
  ok: true,
  value: { requirements },
});

function show(...results: StepResult<{ requirements: ReadRequirement[] }>[]) {
  const api: StepsApi = {
    credentials: { clientSecretKey: "pi_1_secret_x", publishableKey: "pk_1" },
    requirements: vi.fn<StepsApi["requirements"]>(
      async () => results.shift() ?? openRequirements(),
    ),
    fillIn: vi.fn<StepsApi["fillIn"]>(async () => openRequirements()),
    startSms: vi.fn<StepsApi["startSms"]>(),
    checkSms: vi.fn<StepsApi["checkSms"]>(),
  };
  const onDone = vi.fn();
  render(
    <RequirementSteps api={api} onDone={onDone} texts={en} locale="en-US" nowMs={() => 0}>
      <p>Not possible here</p>
    </RequirementSteps>,
  );
  return { api, onDone, user: userEvent.setup() };
}

test("shows the first step that blocks, then the one that the service names next", async () => {
  const { onDone, user } = show(openRequirements(w9, name, phone), openRequirements(w9, phone));
  await user.type(await screen.findByLabelText("Last name"), "Doe");
  await user.click(screen.getByTestId("step-go-on"));
  await screen.findByTestId("step-sms-number");
  expect(onDone).not.toHaveBeenCalled();
});

test("is done when nothing blocks", async () => {
  const { onDone } = show(openRequirements(w9));
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
});

test("a step that did not meet its requirement comes again", async () => {
  const { user } = show(openRequirements(name), openRequirements(name));
  await user.type(await screen.findByLabelText("Last name"), "Doe");
  await user.click(screen.getByTestId("step-go-on"));
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>("Last name").value).toBe(""));
});

test("a completed step keeps what was typed until the service has said what comes next", async () => {
  const { api, user } = show(openRequirements(name));
  await user.type(await screen.findByLabelText("Last name"), "Doe");
  let answer = (_: StepResult<{ requirements: ReadRequirement[] }>) => {};
  vi.mocked(api.requirements).mockReturnValueOnce(
    new Promise((resolve) => {
      answer = resolve;
    }),
  );
  await user.click(screen.getByTestId("step-go-on"));
  await waitFor(() => expect(api.requirements).toHaveBeenCalledTimes(2));
  expect(screen.getByLabelText<HTMLInputElement>("Last name").value).toBe("Doe");
  answer(openRequirements(phone));
  await screen.findByTestId("step-sms-number");
});

test("says so if it has no step for a requirement", async () => {
  const { onDone } = show(openRequirements({ type: "palm_reading", blocks: "submission" }));
  expect(await screen.findByText("Not possible here")).toBeTruthy();
  expect(onDone).not.toHaveBeenCalled();
});

test("an expired session ends the steps, so that the widget renews it", async () => {
  const expired = { ok: false, failure: { code: "client_secret_expired" } } as const;
  const first = show(expired);
  await waitFor(() => expect(first.onDone).toHaveBeenCalledOnce());
  cleanup();
  const { api, onDone, user } = show(openRequirements(name));
  vi.mocked(api.fillIn).mockResolvedValueOnce(expired);
  await user.type(await screen.findByLabelText("Last name"), "Doe");
  await user.click(screen.getByTestId("step-go-on"));
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
});

test("a lost connection is reported, and the request is sent again", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { api } = show({ ok: false, failure: { code: "lost" } }, openRequirements(name));
  await screen.findByTestId("steps-lost");
  await vi.advanceTimersByTimeAsync(5_000);
  await screen.findByLabelText("Last name");
  expect(api.requirements).toHaveBeenCalledTimes(2);
});
