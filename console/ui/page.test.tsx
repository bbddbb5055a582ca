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
