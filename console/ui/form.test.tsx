// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/preact";
import { afterEach, expect, it, vi } from "vitest";
import { refusedHere } from "../client/api.ts";
import { Form } from "./form.tsx";

afterEach(cleanup);

const form = (code?: string) => (
  <Form testId="form" failure={code ? refusedHere(code).failure : undefined} onSubmit={() => {}}>
    <input aria-label="Reason" />
  </Form>
);

it("focuses each refusal once, even when it renders again", () => {
  const { rerender } = render(form("conflicting_state"));
  const head = document.querySelector(".form-head");
  expect(document.activeElement).toBe(head);
  screen.getByLabelText("Reason").focus();
  rerender(form("conflicting_state"));
  expect(document.activeElement).toBe(screen.getByLabelText("Reason"));
  rerender(form());
  rerender(form("conflicting_state"));
  expect(document.activeElement).toBe(head);
});

it("sends no half-typed date, which would read as empty: the browser names the field", () => {
  const onSubmit = vi.fn();
  render(
    <Form testId="form" onSubmit={onSubmit}>
      <input aria-label="Answered at" name="answeredAt" type="datetime-local" />
    </Form>,
  );
  const field = screen.getByLabelText<HTMLInputElement>("Answered at");
  const reportValidity = vi.spyOn(field, "reportValidity").mockReturnValue(false);
  const validity = vi.spyOn(field, "validity", "get");
  validity.mockReturnValue({ badInput: true } as ValidityState);
  fireEvent.submit(screen.getByTestId("form"));
  expect(reportValidity).toHaveBeenCalledOnce();
  expect(onSubmit).not.toHaveBeenCalled();
  validity.mockReturnValue({ badInput: false } as ValidityState);
  fireEvent.submit(screen.getByTestId("form"));
  expect(onSubmit).toHaveBeenCalledOnce();
});
