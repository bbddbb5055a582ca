// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/preact";
import { afterEach, expect, it } from "vitest";
import { refusedHere } from "../client/api.ts";
import { Form } from "./form.tsx";

afterEach(cleanup);

const form = (code?: string) => (
  <Form testId="form" failure={code ? refusedHere(code).failure : undefined} onSubmit={() => {}}>
    <input aria-label="Reason" />
  </Form>
);

it("focuses each refusal once, whatever renders it again", () => {
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
