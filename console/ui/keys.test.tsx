// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/preact";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Dialog } from "./dialog.tsx";
import { KeyHelp, listenToKeys, openKeyHelp, useKeys } from "./keys.tsx";

const run = vi.fn();
let stop: () => void;

function Section({ hasDialog = false }: { hasDialog?: boolean }) {
  useKeys([{ key: "a", text: "Approve", run }]);
  return (
    <>
      <input aria-label="Reason" />
      <select aria-label="Kind">
        <option>apple</option>
      </select>
      <button type="button">Button</button>
      {hasDialog && (
        <Dialog title="Sure?" testId="sure" onClose={() => undefined}>
          <p>Text</p>
        </Dialog>
      )}
      <KeyHelp />
    </>
  );
}

beforeEach(() => {
  run.mockReset();
  stop = listenToKeys();
});
afterEach(() => {
  cleanup();
  stop();
});

it("works on the page, even with the focus on a button", async () => {
  render(<Section />);
  await userEvent.keyboard("a");
  screen.getByRole("button").focus();
  await userEvent.keyboard("a");
  expect(run).toHaveBeenCalledTimes(2);
});

it("counts a held key once, unless its binding repeats", () => {
  const move = vi.fn();
  function List() {
    useKeys([{ key: "j", text: "Next", run: move, repeats: true }]);
    return null;
  }
  render(
    <>
      <Section />
      <List />
    </>,
  );
  for (const repeat of [false, true, true]) {
    fireEvent.keyDown(document.body, { key: "a", repeat });
    fireEvent.keyDown(document.body, { key: "j", repeat });
  }
  expect(run).toHaveBeenCalledTimes(1);
  expect(move).toHaveBeenCalledTimes(3);
});

it("does nothing while the person types or selects", async () => {
  render(<Section />);
  await userEvent.type(screen.getByLabelText("Reason"), "a banana");
  screen.getByLabelText("Kind").focus();
  await userEvent.keyboard("a");
  expect(run).not.toHaveBeenCalled();
});

it("leaves Ctrl, Alt and Meta to the browser", async () => {
  render(<Section />);
  await userEvent.keyboard("{Control>}a{/Control}{Alt>}a{/Alt}{Meta>}a{/Meta}");
  expect(run).not.toHaveBeenCalled();
});

it("does nothing behind a dialog", async () => {
  render(<Section hasDialog />);
  await userEvent.keyboard("a");
  expect(run).not.toHaveBeenCalled();
});

it("is removed with its section", async () => {
  render(<Section />).unmount();
  // Effects end after the next paint.
  await waitFor(async () => {
    run.mockReset();
    await userEvent.keyboard("a");
    expect(run).not.toHaveBeenCalled();
  });
});

it("lists the keys, and can switch all of them off for speech input", async () => {
  render(<Section />);
  await userEvent.keyboard("?");
  const dialog = screen.getByTestId("key-help");
  expect(dialog.textContent).toContain("Approve");
  await userEvent.click(screen.getByLabelText("Use single-key shortcuts"));
  await userEvent.click(screen.getByLabelText("Close"));
  await userEvent.keyboard("a");
  expect(run).not.toHaveBeenCalled();
  await userEvent.keyboard("?");
  expect(screen.queryByTestId("key-help")).toBeNull();
  await act(openKeyHelp);
  await userEvent.click(screen.getByLabelText("Use single-key shortcuts"));
  await userEvent.click(screen.getByLabelText("Close"));
  await userEvent.keyboard("a");
  expect(run).toHaveBeenCalledOnce();
});
