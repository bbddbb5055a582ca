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
