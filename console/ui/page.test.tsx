// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/preact";
import { afterEach, expect, it } from "vitest";
import { go } from "../router/place.ts";
import { Page } from "./page.tsx";

afterEach(cleanup);

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

it("moves the focus to its heading when an action that had it disappears", () => {
  const page = (isWaiting: boolean) => (
    <Page
      title="$250.00"
      testId="page"
      actions={isWaiting && <button type="button">Approve</button>}
    >
      {null}
    </Page>
  );
  const { rerender } = render(page(true));
  screen.getByRole("button").focus();
  rerender(page(false));
  expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 }));
});

it("leaves the focus and the scroll position when an action disappears that did not have the focus", () => {
  const page = (isWaiting: boolean) => (
    <Page
      title="$250.00"
      testId="page"
      actions={isWaiting && <button type="button">Approve</button>}
    >
      {null}
    </Page>
  );
  const { rerender } = render(page(true));
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  rerender(page(false));
  expect(document.activeElement).toBe(document.body);
});
