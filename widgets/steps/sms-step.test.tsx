// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from "@testing-library/preact";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { loadPhoneRules } from "../fields/phone/load-phone-rules.ts";
import { personalTexts as en } from "../i18n/en/personal.ts";
import { SmsStep } from "./sms-step.tsx";
import type { SentCode, SmsProgress, StepResult, StepsApi } from "./steps-api.ts";

beforeAll(async () => void (await loadPhoneRules()));
afterEach(cleanup);

const nowMs = Date.UTC(2026, 10, 22);
const progress = (overrides: Partial<SmsProgress> = {}): StepResult<SmsProgress> => ({
  ok: true,
  value: {
    status: "pending",
    phoneNumber: "•••• 34",
    resendAt: new Date(nowMs).toISOString(),
    attemptsLeft: 5,
    ...overrides,
  },
});
const refusal = (code: string, attemptsLeft?: number): StepResult<SmsProgress> => ({
  ok: false,
  failure: attemptsLeft === undefined ? { code } : { code, attemptsLeft },
});

function show(
  phoneNumber: string | null,
  canChangeNumber?: boolean,
  sentCode: SentCode | null = null,
) {
  const api = {
    startSms: vi.fn<StepsApi["startSms"]>(async () => progress()),
    checkSms: vi.fn<StepsApi["checkSms"]>(async () => progress({ status: "approved" })),
  };
  const onDone = vi.fn();
  const fixed = canChangeNumber === undefined ? {} : { canChangeNumber };
  render(
    <SmsStep
      api={api}
      phoneNumber={phoneNumber}
      sentCode={sentCode}
      onDone={onDone}
      {...fixed}
      texts={en}
      nowMs={() => nowMs}
    />,
  );
  return { api, onDone, user: userEvent.setup() };
}
const press = (user: ReturnType<typeof userEvent.setup>) =>
  user.click(screen.getByTestId("step-go-on"));
const codeField = () => screen.findByTestId<HTMLInputElement>("field-code");

test("sends a code to the number on file and ends with the right one", async () => {
  const { api, onDone, user } = show("•••• 34");
  expect(screen.getByText("We’ll send a code by text message to •••• 34.")).toBeTruthy();
  await press(user);
  expect(api.startSms).toHaveBeenCalledExactlyOnceWith({ language: "en" });
  await user.type(await codeField(), "123456");
  await press(user);
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(api.checkSms).toHaveBeenCalledExactlyOnceWith("123456");
});

test("offers no other number once the number is verified, and says who can change it", async () => {
  const { user } = show("•••• 34", false);
  expect(screen.getByText(/contact the business that pays you/)).toBeTruthy();
  expect(screen.queryByTestId("another-number")).toBeNull();
  await press(user);
  await codeField();
  expect(screen.queryByTestId("change-number")).toBeNull();
});

test("asks for a number if there is none, in E.164", async () => {
  const { api, user } = show(null);
  await press(user);
  await waitFor(() => expect(screen.getByTestId("error-phone").textContent).toBe(en.phone.empty));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByTestId("field-phone")));
  expect(api.startSms).not.toHaveBeenCalled();
  await screen.findByText(/For example/);
  await user.type(screen.getByTestId("field-phone"), "(415) 555-2671");
  await press(user);
  await codeField();
  expect(api.startSms).toHaveBeenCalledWith({ phoneNumber: "+14155552671", language: "en" });
});

test("a wrong code is reported at the field, which has the focus, with the tries left", async () => {
  const { api, onDone, user } = show("•••• 34");
  api.checkSms.mockResolvedValue(refusal("sms_code_wrong", 4));
  await press(user);
  await user.type(await codeField(), "111111");
  await waitFor(() =>
    expect(screen.getByTestId("error-code").textContent).toBe(
      "That code is wrong. You have 4 tries left.",
    ),
  );
  expect(document.activeElement).toBe(await codeField());
  // Each check costs a try, and this code stays wrong.
  await user.keyboard("{Enter}");
  await press(user);
  expect(api.checkSms).toHaveBeenCalledOnce();
  await waitFor(async () => expect(document.activeElement).toBe(await codeField()));
  (await codeField()).select();
  await user.keyboard("222222");
  expect((await codeField()).value).toBe("222222");
  expect(onDone).not.toHaveBeenCalled();
});

test("an unusable code leads back to requesting a new one, and says why", async () => {
  const { api, user } = show("•••• 34");
  api.checkSms.mockResolvedValue(refusal("sms_too_many_attempts", 0));
  await press(user);
  await user.type(await codeField(), "111111");
  await screen.findByTestId("step-sms-number");
  expect(screen.getByRole("alert").textContent).toContain("too many wrong codes");
  await press(user);
  await codeField();
  expect(api.startSms).toHaveBeenCalledTimes(2);
});

test("an unreachable number can be changed", async () => {
  const { api, user } = show("•••• 34");
  api.startSms.mockResolvedValueOnce(refusal("sms_number_unreachable"));
  await press(user);
  await screen.findByText(/This number can’t receive text messages/);
  await user.click(screen.getByTestId("another-number"));
  expect(await screen.findByTestId("field-phone")).toBeTruthy();
});

test("change number leads from the code to another number, and sending again keeps it", async () => {
  const { api, user } = show("•••• 34");
  await press(user);
  await codeField();
  await user.click(screen.getByTestId("change-number"));
  const number = await screen.findByTestId("field-phone");
  number.focus();
  await screen.findByText(/For example/);
  await user.type(number, "4155552671");
  await press(user);
  await codeField();
  await user.click(screen.getByTestId("resend-code"));
  await waitFor(() => expect(api.startSms).toHaveBeenCalledTimes(3));
  expect(api.startSms).toHaveBeenLastCalledWith({ phoneNumber: "+14155552671", language: "en" });
});

test("a lost connection is reported, and typed data is kept", async () => {
  const { api, user } = show("•••• 34");
  api.checkSms.mockResolvedValueOnce(refusal("lost"));
  await press(user);
  await user.type(await codeField(), "123456");
  await screen.findByText(en.steps.lost);
  expect((await codeField()).value).toBe("123456");
});

test("asks the service what comes next if the number was verified elsewhere", async () => {
  const { api, onDone, user } = show("•••• 34");
  await press(user);
  await user.click(await screen.findByTestId("change-number"));
  const number = await screen.findByTestId("field-phone");
  number.focus();
  await screen.findByText(/For example/);
  await user.type(number, "4155552671");
  api.startSms.mockResolvedValueOnce(refusal("phone_number_verified"));
  await press(user);
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
});

test("a code of a number that was replaced elsewhere asks the service what comes next", async () => {
  const { api, onDone, user } = show("•••• 34");
  await press(user);
  api.checkSms.mockResolvedValueOnce(refusal("phone_number_verified"));
  await user.type(await codeField(), "123456");
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
});

test("the number does not change while a code is being checked", async () => {
  const { api, user } = show("•••• 34");
  await press(user);
  let answer = (_: StepResult<SmsProgress>) => {};
  api.checkSms.mockReturnValueOnce(
    new Promise((resolve) => {
      answer = resolve;
    }),
  );
  await user.type(await codeField(), "111111");
  await waitFor(() => expect(api.checkSms).toHaveBeenCalledOnce());
  await user.click(screen.getByTestId("change-number"));
  expect(screen.queryByTestId("step-sms-number")).toBeNull();
  answer(refusal("sms_code_wrong", 4));
  await screen.findByTestId("error-code");
  await user.click(screen.getByTestId("change-number"));
  await screen.findByTestId("step-sms-number");
});

const sent = (isNumberOnFile: boolean, waitMs = 30_000): SentCode => ({
  status: "pending",
  phoneNumber: "•••• 71",
  resendAt: new Date(nowMs + waitMs).toISOString(),
  attemptsLeft: 5,
  isNumberOnFile,
});

test("a code that was sent before a reload can be entered at once, with the wait for another", async () => {
  const { api, onDone, user } = show("•••• 71", true, sent(true));
  expect(screen.getByText("We sent a code to •••• 71.")).toBeTruthy();
  expect(screen.getByTestId("resend-code").textContent).toContain("0:30");
  await user.type(await codeField(), "123456");
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(api.checkSms).toHaveBeenCalledExactlyOnceWith("123456");
  expect(api.startSms).not.toHaveBeenCalled();
});

test("after a reload, another code goes to the number on file, or asks again for a number that was typed", async () => {
  const onFile = show("•••• 71", true, sent(true, 0));
  await onFile.user.click(screen.getByTestId("resend-code"));
  expect(onFile.api.startSms).toHaveBeenCalledExactlyOnceWith({ language: "en" });
  cleanup();
  const typed = show("•••• 34", true, sent(false, 0));
  await typed.user.click(screen.getByTestId("resend-code"));
  expect(await screen.findByTestId("field-phone")).toBeTruthy();
  expect(typed.api.startSms).not.toHaveBeenCalled();
});

test("asks the service for a code that another tab requested", async () => {
  const { api, onDone, user } = show("•••• 34");
  api.startSms.mockResolvedValueOnce(refusal("sms_sent_recently"));
  await press(user);
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
});

test("a code that another tab used up or replaced asks the service what comes next", async () => {
  const { api, onDone, user } = show("•••• 34");
  await press(user);
  api.checkSms.mockResolvedValueOnce(refusal("sms_not_started"));
  await user.type(await codeField(), "123456");
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
});

test("a customer who changes the number too early can go back to the code, which is sent again to its own number", async () => {
  const { api, onDone, user } = show("•••• 34");
  await press(user);
  await user.click(await screen.findByTestId("change-number"));
  const number = await screen.findByTestId("field-phone");
  number.focus();
  await screen.findByText(/For example/);
  await user.type(number, "4155552671");
  api.startSms.mockResolvedValueOnce(refusal("sms_sent_recently"));
  await press(user);
  await screen.findByText(en.steps.sms.refusals["sms_sent_recently"] ?? "");
  expect(onDone).not.toHaveBeenCalled();
  await user.click(screen.getByTestId("enter-code"));
  await codeField();
  await user.click(screen.getByTestId("resend-code"));
  expect(api.startSms).toHaveBeenLastCalledWith({ language: "en" });
});

test("an unusable code is no longer offered", async () => {
  const { api, user } = show("•••• 34");
  await press(user);
  api.checkSms.mockResolvedValueOnce(refusal("sms_code_expired"));
  await user.type(await codeField(), "123456");
  await screen.findByTestId("step-sms-number");
  expect(screen.queryByTestId("enter-code")).toBeNull();
});
