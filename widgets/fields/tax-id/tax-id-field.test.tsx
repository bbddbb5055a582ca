// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/preact";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { TinBox } from "#contract/tin";
import { w9Texts as texts } from "../../i18n/en/w9.ts";
import { TaxIdField } from "./tax-id-field.tsx";

afterEach(cleanup);

function show(box: TinBox = "ssn", more: { isSubmitted?: boolean; refused?: string } = {}) {
  const onReading = vi.fn();
  const field = (other: TinBox = box) => (
    <TaxIdField name="tin" texts={texts} box={other} onReading={onReading} {...more} />
  );
  const { rerender } = render(field());
  const input = screen.getByRole<HTMLInputElement>("textbox");
  return { input, onReading, rerender: (other: TinBox) => rerender(field(other)) };
}

test("adds the dashes while typing and reports nine digits", async () => {
  const { input, onReading } = show();
  await userEvent.type(input, "536228714");
  expect(input.value).toBe("536-22-8714");
  expect(onReading).toHaveBeenLastCalledWith({ value: "536228714", blocks: false });
  await userEvent.keyboard("{Backspace}");
  expect(onReading).toHaveBeenLastCalledWith({ value: null, blocks: true });
});

test("accepts pasted text in any form, and formats it again for the other box", async () => {
  const { input, rerender } = show();
  await userEvent.click(input);
  await userEvent.paste("536 22 8714");
  expect(input.value).toBe("536-22-8714");
  rerender("ein");
  expect(input.value).toBe("53-6228714");
});

test("shows errors when it is left, and a missing number when the form was submitted", async () => {
  const { input } = show();
  await userEvent.type(input, "000228714");
  expect(screen.queryByTestId("error-tin")).toBeNull();
  await userEvent.tab();
  expect(screen.getByTestId("error-tin").textContent).toContain(
    "This Social Security number doesn’t exist",
  );
  expect(input.getAttribute("aria-invalid")).toBe("true");
  cleanup();
  show("ssn", { isSubmitted: true });
  expect(screen.getByTestId("error-tin").textContent).toContain("Enter the number");
});

test("an unknown EIN prefix only warns", async () => {
  const { input, onReading } = show("ein");
  await userEvent.type(input, "193456780");
  await userEvent.tab();
  expect(screen.getByTestId("note-tin").textContent).toContain("We don’t recognize EINs");
  expect(onReading).toHaveBeenLastCalledWith({ value: "193456780", blocks: false });
});

test("is hidden from password managers and autofill", () => {
  const { input } = show();
  expect(input.autocomplete).toBe("off");
  expect(input.getAttribute("inputmode")).toBe("numeric");
});

test("takes digits of other scripts, including those that an input method composes", async () => {
  const { input, onReading } = show();
  await userEvent.click(input);
  await userEvent.paste("٥٣٦٢٢٨٧١٤");
  expect(onReading).toHaveBeenLastCalledWith({ value: "536228714", blocks: false });
  await userEvent.clear(input);
  fireEvent.compositionStart(input);
  fireEvent.input(input, { target: { value: "５３６２２８７１４" }, isComposing: true });
  expect(input.value).toBe("５３６２２８７１４");
  fireEvent.compositionEnd(input);
  expect(input.value).toBe("536-22-8714");
  expect(onReading).toHaveBeenLastCalledWith({ value: "536228714", blocks: false });
});
