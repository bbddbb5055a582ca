// @vitest-environment happy-dom
import { fireEvent, render, screen } from "@testing-library/preact";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { go } from "../../router/place.ts";
import { signedInAs } from "../../testing/signed-in.ts";
import { Asking } from "../../ui/ask.tsx";
import { RuleDialog } from "./rule-dialog.tsx";
import { newRule } from "./rule-input.ts";

signedInAs("admin", "/console/routing");

it("asks before a press outside discards a changed rule, and closes an unchanged one at once", async () => {
  const onClose = vi.fn();
  const rule = newRule([], ["northbank"]);
  render(
    <>
      <RuleDialog
        rule={rule}
        isNew
        rules={[rule]}
        processors={[]}
        onApply={vi.fn()}
        onClose={onClose}
      />
      <Asking />
    </>,
  );
  const dialog = screen.getByTestId("rule-dialog");
  const pressOutside = () => {
    fireEvent.mouseDown(dialog);
    fireEvent.click(dialog);
  };
  pressOutside();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  await userEvent.type(screen.getByLabelText(/^Name/), "Euro cards");
  pressOutside();
  expect((await screen.findByTestId("ask")).textContent).toContain("1 change would be lost.");
  await userEvent.click(screen.getByTestId("ask-no"));
  expect(onClose).toHaveBeenCalledTimes(1);
  // So does leaving the page.
  const leaving = go("/payments");
  await userEvent.click(await screen.findByTestId("ask-no"));
  expect(await leaving).toBe(false);
  pressOutside();
  await userEvent.click(await screen.findByTestId("ask-yes"));
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledTimes(2));
  // Cancel says what it does.
  await userEvent.click(screen.getByTestId("rule-cancel"));
  expect(onClose).toHaveBeenCalledTimes(3);
});
