// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from "@testing-library/preact";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { disbursementTexts as en } from "../i18n/en/disbursement.ts";
import { personalTexts } from "../i18n/en/personal.ts";
import { hasStep, RequirementStep } from "../steps/requirement-step.tsx";
import type { ReadRequirement, StepsApi } from "../steps/steps-api.ts";
import { DisbursementApp } from "./disbursement-app.tsx";
import { exampleSession, stateWith } from "./examples.ts";
import type { DisbursementState } from "./machine/state.ts";
import type { RequirementParts } from "./requirement-slot.tsx";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const parts: RequirementParts = {
  Step: RequirementStep,
  hasStep,
  texts: personalTexts,
  api: {} as StepsApi,
};

function show(state: DisbursementState, loadRequirement = async () => parts) {
  const nothing = () => undefined;
  render(
    <DisbursementApp
      flow={{ state: () => state, subscribe: () => nothing, send: nothing, useSecret: nothing }}
      texts={en}
      locale="en-US"
      nowMs={() => Date.UTC(2026, 10, 22)}
      loadForm={() => new Promise(nothing)}
      removeSaved={async () => true}
      loadRequirement={loadRequirement}
    />,
  );
}

const titles = () => [...document.querySelectorAll("h1")].map(({ textContent }) => textContent);
const w9: ReadRequirement = {
  type: "w9",
  blocks: "approval",
  w9CaptureUrl: "http://localhost/w9#w9_1_secret_x",
};

test("the tax form in a waiting payout has headings below the payout's own, and leaves it the focus", async () => {
  vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("offline"));
  const user = userEvent.setup();
  vi.spyOn(document, "hasFocus").mockReturnValue(true);
  show(stateWith({ step: "waiting" }, exampleSession({}, { requirements: [w9] })));
  const open = await screen.findByTestId("w9-open");
  expect(titles()).toEqual([en.waiting.title]);
  await waitFor(() => expect(document.activeElement?.textContent).toBe(en.waiting.title));
  expect(open.closest("section")?.querySelector("h2")?.textContent).toContain("tax form");

  await user.click(screen.getByTestId("w9-here"));
  const lost = await screen.findByTestId("w9-lost");
  expect(titles()).toEqual([en.waiting.title]);
  // The pressed button is gone: keyboard focus moves to the form.
  await waitFor(() => expect(document.activeElement).toBe(lost.querySelector("h2")));
});

test("a requirement step has a heading while its file loads, and when it fails to load", async () => {
  const state = stateWith({ step: "requirement", requirement: w9 });
  show(state, () => new Promise(() => undefined));
  expect(screen.getByTestId("steps-loading")).toBeTruthy();
  expect(titles()).toEqual([en.blocked.title]);
  cleanup();
  show(state, () => Promise.reject(new Error("offline")));
  await screen.findByTestId("steps-lost");
  expect(titles()).toEqual([en.blocked.title]);
});

test("the step itself has the heading", async () => {
  show(stateWith({ step: "requirement", requirement: w9 }));
  await screen.findByTestId("w9-open");
  expect(titles()).toHaveLength(1);
  expect(titles()).not.toContain(en.blocked.title);
});

test("the operator's logo keeps its place while the session loads, and is never shown with the tax form", async () => {
  vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("offline"));
  const place = () => document.querySelector(".operator-logo");
  const operator = { name: "Northwind Games", logo: "/v1/logos/Y-lkAG1RcmJdGtiy5KtXX_.webp" };
  show({ ...stateWith({ step: "loading" }), session: null });
  expect(place()?.childElementCount).toBe(0);
  cleanup();
  show(stateWith({ step: "method" }, exampleSession({}, { operator })));
  expect(screen.getByTestId("operator-logo").getAttribute("src")).toBe(operator.logo);
  cleanup();
  show(stateWith({ step: "method" }));
  expect(place()).toBeNull();
  cleanup();
  show(stateWith({ step: "requirement", requirement: w9 }, exampleSession({}, { operator })));
  expect(place()).toBeNull();
});
