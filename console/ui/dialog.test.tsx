// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/preact";
import { afterEach, expect, test, vi } from "vitest";
import { Dialog } from "./dialog.tsx";

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
