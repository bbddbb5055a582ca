// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/preact";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { UploadDialog } from "./upload-dialog.tsx";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it("ends an upload under way when the person closes it: a large file can take hours", async () => {
  const signals: (AbortSignal | null | undefined)[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation((_, init) => {
    signals.push(init?.signal);
    return new Promise(() => undefined);
  });
  const onClose = vi.fn();
  render(<UploadDialog onUploaded={vi.fn()} onClose={onClose} />);
  const file = new File(["batch_id"], "alpha.csv", { type: "text/csv" });
  await userEvent.upload(screen.getByLabelText("File"), file);
  await userEvent.click(screen.getByTestId("upload-send"));
  expect(signals.map((signal) => signal?.aborted)).toEqual([false]);
  await userEvent.click(screen.getByTestId("upload-cancel"));
  expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
  expect(onClose).toHaveBeenCalledOnce();
});

it("forgets the file when the person opens the choice again, so that a corrected one counts", async () => {
  render(<UploadDialog onUploaded={vi.fn()} onClose={vi.fn()} />);
  const input = screen.getByLabelText<HTMLInputElement>("File");
  await userEvent.upload(input, new File(["batch_id"], "alpha.csv", { type: "text/csv" }));
  await userEvent.click(input);
  expect(input.files).toHaveLength(0);
  await userEvent.click(screen.getByTestId("upload-send"));
  expect(screen.getByTestId("error-file")).toBeTruthy();
});
