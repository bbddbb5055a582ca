// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/preact";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { personalTexts as en } from "../../i18n/en/personal.ts";
import type { FieldReading } from "../field-reading.ts";
import { OneTimeCodeField } from "./one-time-code-field.tsx";

let nowMs = 0;
beforeEach(() => {
  nowMs = 1_000_000;
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function show(props: Partial<Parameters<typeof OneTimeCodeField>[0]> = {}) {
  const onResend = vi.fn();
  const onChangeNumber = vi.fn();
  let last: FieldReading<string> | undefined;
  const field = (more: typeof props) => (
    <OneTimeCodeField
      name="code"
      texts={en}
      sentTo="•••• 34"
      resendAtMs={nowMs}
      nowMs={() => nowMs}
      otpSource={null}
      onResend={onResend}
      onChangeNumber={onChangeNumber}
      onReading={(reading) => {
        last = reading;
      }}
      {...props}
      {...more}
    />
  );
  const { rerender } = render(field({}));
  return {
    user: userEvent.setup(),
    rerender: (more: typeof props) => rerender(field(more)),
    reading: () => last,
    input: screen.getByLabelText<HTMLInputElement>("Code from the text message"),
    error: () => screen.queryByTestId("error-code")?.textContent,
    onResend,
    onChangeNumber,
  };
}

test("is one field that browsers and password managers recognize as a code from a message", () => {
  const { input } = show();
  expect(document.querySelectorAll("input")).toHaveLength(1);
  expect(input.autocomplete).toBe("one-time-code");
  expect(input.inputMode).toBe("numeric");
  expect(screen.getByText("We sent a code to •••• 34.")).toBeTruthy();
});

test("accepts a typed code, and a pasted one with the words around it", async () => {
  const { user, input, reading } = show();
  await user.type(input, "123 456 7");
  await waitFor(() => expect(reading()).toEqual({ value: "123456", blocks: false }));
  await user.clear(input);
  await waitFor(() => expect(reading()).toEqual({ value: null, blocks: true }));
  await user.click(input);
  await user.paste("Your code is 654-321. It ends in 10 minutes.");
  await waitFor(() => expect(input.value).toBe("654321"));
  expect(reading()?.value).toBe("654321");
});

test("submits a complete code at once, and not again until it changes", async () => {
  const onWhole = vi.fn();
  const { user, input } = show({ onWhole });
  await user.type(input, "12345");
  expect(onWhole).not.toHaveBeenCalled();
  await user.type(input, "6");
  await waitFor(() => expect(onWhole.mock.calls).toEqual([["123456"]]));
  await user.type(input, "7");
  await user.tab();
  expect(onWhole).toHaveBeenCalledOnce();
  await user.type(input, "{Backspace}8");
  await waitFor(() => expect(onWhole.mock.calls.at(-1)).toEqual(["123458"]));
});

test("half a code is an error when the field is left", async () => {
  const { user, input, error } = show();
  await user.type(input, "123");
  expect(error()).toBeUndefined();
  await user.tab();
  await waitFor(() => expect(error()).toBe("Enter all 6 digits of the code."));
});

test("fills in the code of the message if the browser reads it", async () => {
  let deliver = (_code: unknown) => {};
  const otpSource = {
    get: vi.fn(() => new Promise((resolve) => (deliver = resolve))),
  };
  const { input, reading } = show({ otpSource });
  await waitFor(() => expect(otpSource.get).toHaveBeenCalledOnce());
  await act(() => deliver({ code: "246810" }));
  await waitFor(() => expect(input.value).toBe("246810"));
  expect(reading()?.value).toBe("246810");
});

test("works by typing if the browser refuses to read messages", async () => {
  const otpSource = { get: () => Promise.reject(new DOMException("no", "NotAllowedError")) };
  const { user, input, reading } = show({ otpSource });
  await user.type(input, "123456");
  await waitFor(() => expect(reading()?.value).toBe("123456"));
});

test("shows the service's refusal, and blocks, until the code changes", async () => {
  const { user, input, error, reading, rerender } = show();
  await user.type(input, "111111");
  rerender({ refused: { code: "111111", text: "That code is wrong. 4 tries left." } });
  await waitFor(() => expect(error()).toBe("That code is wrong. 4 tries left."));
  expect(reading()).toEqual({ value: "111111", blocks: true });
  await user.type(input, "{End}{Backspace}");
  await waitFor(() => expect(error()).toBeUndefined());
  await user.type(input, "2");
  await waitFor(() => expect(reading()).toEqual({ value: "111112", blocks: false }));
});

test("does not submit a refused code that is typed again", async () => {
  const onWhole = vi.fn();
  const { user, input, error, rerender } = show({ onWhole });
  await user.type(input, "111111");
  rerender({ refused: { code: "111111", text: "That code is wrong. 4 tries left." } });
  await user.type(input, "{End}{Backspace}");
  await waitFor(() => expect(error()).toBeUndefined());
  await user.type(input, "1");
  await waitFor(() => expect(error()).toBe("That code is wrong. 4 tries left."));
  expect(onWhole.mock.calls).toEqual([["111111"]]);
});

test("does not show the refusal of an earlier code for a code typed in the meantime", async () => {
  const { user, input, error, reading, rerender } = show();
  await user.type(input, "222222");
  rerender({ refused: { code: "111111", text: "That code is wrong. 4 tries left." } });
  await waitFor(() => expect(reading()).toEqual({ value: "222222", blocks: false }));
  expect(error()).toBeUndefined();
});

test("offers a new code after the wait, which is shown and announced", async () => {
  vi.useFakeTimers();
  const { onResend } = show({ resendAtMs: nowMs + 30_000 });
  const passSeconds = (seconds: number) =>
    act(() => {
      for (let i = 0; i < seconds * 4; i++) {
        nowMs += 250;
        vi.advanceTimersByTime(250);
      }
    });
  await passSeconds(0);
  const button = screen.getByTestId("resend-code");
  expect(button.textContent).toBe("Send a new code in 0:30");
  fireEvent.click(button);
  expect(onResend).not.toHaveBeenCalled();
  const live = screen.getByTestId("live-region");
  await passSeconds(1);
  expect(live.textContent).toBe("You can request a new code in 30 seconds.");
  expect(button.textContent).toBe("Send a new code in 0:29");
  await passSeconds(19);
  expect(live.textContent).toBe(en.code.announce.soon);
  await passSeconds(10);
  expect(live.textContent).toBe(en.code.announce.over);
  expect(button.textContent).toBe("Send a new code");
  fireEvent.click(button);
  expect(onResend).toHaveBeenCalledOnce();
});

test("starts the count again with a new wait", async () => {
  const { rerender } = show();
  rerender({ resendAtMs: nowMs + 60_000 });
  await waitFor(() =>
    expect(screen.getByTestId("resend-code").textContent).toBe("Send a new code in 1:00"),
  );
});

test("lets the number change at any time", async () => {
  const { user, onChangeNumber } = show({ resendAtMs: nowMs + 30_000 });
  await user.click(screen.getByTestId("change-number"));
  expect(onChangeNumber).toHaveBeenCalledOnce();
});
