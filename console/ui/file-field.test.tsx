// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from "@testing-library/preact";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { FileField } from "./file-field.tsx";

afterEach(cleanup);

it("accepts the same file again after it was removed", async () => {
  const onChange = vi.fn();
  const words = { fileTooLarge: "Too large", fileWrong: "Wrong" };
  render(<FileField name="file" label="File" hint="PDF" words={words} onChange={onChange} />);
  const input = screen.getByLabelText<HTMLInputElement>("File");
  await userEvent.upload(input, new File(["%PDF"], "proof.pdf", { type: "application/pdf" }));
  await waitFor(() => expect(onChange).toHaveBeenCalledOnce());
  expect(onChange.mock.calls[0]?.[0]).toMatchObject({ name: "proof.pdf", content: btoa("%PDF") });
  // A browser reports no change from a file to the same file.
  expect(input.files).toHaveLength(0);
});

it("takes the newest file when an earlier one is read more slowly", async () => {
  const onChange = vi.fn();
  const words = { fileTooLarge: "Too large", fileWrong: "Wrong" };
  render(<FileField name="file" label="File" hint="PDF" words={words} onChange={onChange} />);
  const input = screen.getByLabelText<HTMLInputElement>("File");
  const type = "application/pdf";
  const slow = new File(["%PDF"], "slow.pdf", { type });
  let read = (_: ArrayBuffer) => {};
  slow.arrayBuffer = () =>
    new Promise((resolve) => {
      read = resolve;
    });
  await userEvent.upload(input, slow);
  await userEvent.upload(input, new File(["%PDF"], "newest.pdf", { type }));
  await waitFor(() => expect(onChange).toHaveBeenCalledOnce());
  read(new ArrayBuffer(4));
  await new Promise((resolve) => setTimeout(resolve));
  expect(onChange.mock.calls.map(([{ name }]) => name)).toEqual(["newest.pdf"]);
});

it("says that the browser cannot read a file", async () => {
  const onChange = vi.fn();
  const words = { fileTooLarge: "Too large", fileWrong: "Wrong" };
  render(<FileField name="file" label="File" hint="PDF" words={words} onChange={onChange} />);
  const gone = new File(["%PDF"], "gone.pdf", { type: "application/pdf" });
  gone.arrayBuffer = () => Promise.reject(new DOMException("gone", "NotReadableError"));
  await userEvent.upload(screen.getByLabelText("File"), gone);
  expect(await screen.findByText(/couldn't read this file/)).toBeTruthy();
  expect(onChange).not.toHaveBeenCalled();
});
