// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/preact";
import { afterEach, expect, it, vi } from "vitest";
import { go } from "../router/place.ts";
import { Page } from "./page.tsx";

afterEach(cleanup);

it("shows what was read last, and that a later read failed", async () => {
  const reload = vi.fn();
  const show = (reading: object) => (
    <Page
      title="Payments"
      testId="page"
      reading={{ value: undefined, failure: undefined, reload, ...reading }}
    >
      content
    </Page>
  );
  const { rerender } = render(show({}));
  expect(screen.getByText("Loading …")).toBeTruthy();
  const failure = { kind: "lost", code: "network", message: "", requestId: null };
  rerender(show({ value: 1, failure }));
  expect(screen.getByRole("alert").textContent).toContain("No connection");
  expect(screen.getByText("content")).toBeTruthy();
  screen.getByTestId("retry").click();
  expect(reload).toHaveBeenCalledOnce();
  rerender(show({ value: 2 }));
  expect(screen.queryByRole("alert")).toBeNull();
});

it("moves the focus to its heading, except on a visit's first page", async () => {
  const show = (title: string) => render(<Page title={title} testId="page" children={null} />);
  const first = show("Payments");
  expect(document.activeElement).toBe(document.body);
  // As when a person opens a row: the link with the focus has disappeared.
  first.unmount();
  await go("/console/payments/pi_1");
  show("One payment");
  expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 }));
});
