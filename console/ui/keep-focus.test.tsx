// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/preact";
import type { ComponentChildren } from "preact";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { keepFocus } from "./keep-focus.ts";
import { Page } from "./page.tsx";

let stop = () => {};
beforeEach(() => {
  stop = keepFocus();
});
afterEach(() => {
  stop();
  cleanup();
});

const approve = <button type="button">Approve</button>;
const box = (name: string, children: ComponentChildren) => (
  <section tabIndex={-1} aria-label={name}>
    {children}
  </section>
);
/** The page as the shell shows it; the shell's own box is not one of the page's boxes. */
const shell = (children: ComponentChildren, actions?: ComponentChildren) => (
  <main tabIndex={-1}>
    <Page title="$250.00" testId="page" actions={actions}>
      {children}
    </Page>
    <input aria-label="Search" />
  </main>
);
const inView = (children: ComponentChildren, actions?: ComponentChildren) => {
  const { rerender } = render(shell(children, actions));
  screen.getByRole("button").focus();
  return (next: ComponentChildren) => rerender(shell(next));
};
/** The focus after all observers have run. */
const focused = async () => {
  await new Promise((resolve) => setTimeout(resolve, 5));
  return document.activeElement;
};
const heading = () => screen.getByRole("heading", { level: 1 });

it("the nearest box takes the focus of a control that disappears", async () => {
  const change = inView(box("Payment", box("Refund", approve)));
  change(box("Payment", box("Refund", "Approved")));
  expect(await focused()).toBe(screen.getByRole("region", { name: "Refund" }));
});

it("the next box takes it if the nearest one disappears, too", async () => {
  const change = inView(box("Payment", box("Refund", approve)));
  change(box("Payment", "Approved"));
  expect(await focused()).toBe(screen.getByRole("region", { name: "Payment" }));
});

it("the page's heading takes it if there is no box", async () => {
  const change = inView(approve);
  change(null);
  expect(await focused()).toBe(heading());
});

it("the page's heading takes the focus of the page's own action", async () => {
  const change = inView("Waiting", approve);
  change("Approved");
  expect(await focused()).toBe(heading());
});

it("the page's heading takes it, too, in browsers that report the removal as a loss of focus", async () => {
  const change = inView(approve);
  screen.getByRole("button").blur();
  change(null);
  expect(await focused()).toBe(heading());
});

it("the focus stays where it is if the control did not have it", async () => {
  const change = inView(approve);
  screen.getByRole("button").blur();
  expect(await focused()).toBe(document.body);
  change(null);
  expect(await focused()).toBe(document.body);
  change(approve);
  screen.getByLabelText("Search").focus();
  change(null);
  expect(await focused()).toBe(screen.getByLabelText("Search"));
});

it("if the page is left, the next page decides", async () => {
  const { rerender } = render(shell(approve));
  screen.getByRole("button").focus();
  rerender(<main tabIndex={-1}>Loading</main>);
  expect(await focused()).toBe(document.body);
});

it("an element that has received the focus in the meantime keeps it", async () => {
  const change = inView(approve);
  const focus = vi.spyOn(heading(), "focus");
  change(null);
  screen.getByLabelText("Search").focus();
  expect(await focused()).toBe(screen.getByLabelText("Search"));
  expect(focus).not.toHaveBeenCalled();
});
