// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/preact";
import { afterEach, expect, test, vi } from "vitest";
import { Dialog, DialogActions } from "./dialog.tsx";
import { Page } from "./page.tsx";

afterEach(cleanup);

test("stays open when the browser closes it while its owner keeps it", () => {
  const onClose = vi.fn();
  const { unmount } = render(
    <Dialog title="Paying out" testId="dialog" onClose={onClose}>
      <p>1 of 3</p>
    </Dialog>,
  );
  const dialog = screen.getByTestId<HTMLDialogElement>("dialog");
  const cancel = new Event("cancel", { cancelable: true });
  dialog.dispatchEvent(cancel);
  expect(cancel.defaultPrevented).toBe(true);
  expect(onClose).toHaveBeenCalledOnce();
  dialog.close();
  expect(dialog.open).toBe(true);
  unmount();
  expect(dialog.open).toBe(false);
});

test("closes on a press outside, but not when a text selection ends outside", () => {
  const onClose = vi.fn();
  render(
    <Dialog title="Refund" testId="dialog" onClose={onClose}>
      <input aria-label="Note" />
    </Dialog>,
  );
  const dialog = screen.getByTestId("dialog");
  fireEvent.mouseDown(screen.getByLabelText("Note"));
  fireEvent.mouseUp(dialog);
  // The browser sends the click to the element that contains both ends.
  fireEvent.click(dialog);
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.mouseDown(dialog);
  fireEvent.click(dialog);
  expect(onClose).toHaveBeenCalledOnce();
});

test("stays open while its call is under way, so that it can show a failure", () => {
  const onClose = vi.fn();
  const exampleDialog = (isBusy: boolean) => (
    <Dialog title="Approve $1,250.00" testId="dialog" onClose={onClose}>
      <DialogActions testIds={["cancel", "approve"]} isBusy={isBusy} onCancel={onClose}>
        Approve
      </DialogActions>
    </Dialog>
  );
  const { rerender } = render(exampleDialog(true));
  const closeInEveryWay = () => {
    const dialog = screen.getByTestId("dialog");
    fireEvent(dialog, new Event("cancel", { cancelable: true }));
    fireEvent.mouseDown(dialog);
    fireEvent.click(dialog);
    fireEvent.click(screen.getByLabelText("Close"));
    fireEvent.click(screen.getByTestId("cancel"));
  };
  closeInEveryWay();
  expect(onClose).not.toHaveBeenCalled();
  rerender(exampleDialog(false));
  closeInEveryWay();
  expect(onClose).toHaveBeenCalledTimes(4);
});

test("closing ends a call that can take a long time", () => {
  const onClose = vi.fn();
  const onInterrupt = vi.fn();
  render(
    <Dialog title="Import" testId="dialog" onClose={onClose} onInterrupt={onInterrupt}>
      <DialogActions
        testIds={["cancel", "send"]}
        isBusy
        onCancel={onClose}
        onInterrupt={onInterrupt}
      >
        Import
      </DialogActions>
    </Dialog>,
  );
  fireEvent(screen.getByTestId("dialog"), new Event("cancel", { cancelable: true }));
  fireEvent.click(screen.getByTestId("cancel"));
  expect(onInterrupt).toHaveBeenCalledTimes(2);
  expect(onClose).not.toHaveBeenCalled();
});

test.each([
  ["its opener", true, "button"],
  ["the page's heading if its opener is gone", false, "heading"],
])("gives the focus to %s when it closes", (_, isOpenerThere, role) => {
  const page = (isOpen: boolean, hasOpener: boolean) => (
    <Page title="Payout" testId="page">
      {hasOpener && <button type="button">Enter the outcome</button>}
      {isOpen && (
        <Dialog title="Outcome" testId="dialog" onClose={() => {}}>
          <input aria-label="Note" />
        </Dialog>
      )}
    </Page>
  );
  const { rerender } = render(page(false, true));
  screen.getByRole("button").focus();
  rerender(page(true, true));
  screen.getByLabelText("Note").focus();
  rerender(page(true, isOpenerThere));
  rerender(page(false, isOpenerThere));
  expect(document.activeElement).toBe(screen.getByRole(role));
});
