// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor, within } from "@testing-library/preact";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ReviewCase } from "#contract/console/reviews";
import { forgetQueries } from "../../client/use-query.ts";
import { go, place } from "../../router/place.ts";
import { takeSession } from "../../session/session.ts";
import { exampleCase, exampleQueue, exampleSession } from "../../testing/examples.ts";
import { fakeService, Refusal } from "../../testing/fake-service.ts";
import { Asking } from "../../ui/ask.tsx";
import { listenToKeys } from "../../ui/keys.tsx";
import { Toasts } from "../../ui/toasts.tsx";
import ReviewPage from "./review-page.tsx";

const at = "2026-03-04T10:00:00.000Z";
const grace = { staffId: "st_2", name: "Grace Hopper" };
let stop: () => void;

beforeEach(async () => {
  takeSession(exampleSession("reviewer"));
  await go("/console/reviews/kyc_1");
  stop = listenToKeys();
});
afterEach(() => {
  cleanup();
  stop();
  forgetQueries();
  vi.unstubAllGlobals();
});

/** Renders the page on a service with this case; `answers` adds to or replaces those below. */
function open(opened: ReviewCase, answers: Record<string, unknown> = {}) {
  const requests = fakeService({
    "POST /reviews/kyc_1/open": opened,
    "PUT /reviews/kyc_1/claim": opened.claim,
    "DELETE /reviews/kyc_1/claim": { claim: null },
    "GET /reviews": exampleQueue(3),
    "GET /reviews/kyc_1/images/up_1": new Blob(["1"]),
    "GET /reviews/kyc_1/images/up_2": new Blob(["2"]),
    ...answers,
  });
  render(<ReviewPage parts={{ id: "kyc_1" }} />);
  return requests;
}

it("says what differs, beside the customer's data", async () => {
  open(exampleCase());
  const row = await screen.findByTestId("field-dateOfBirth");
  expect(row.textContent).toContain("Oct 12, 1990");
  expect(row.textContent).toContain("Dec 10, 1990");
  expect(row.textContent).toContain("Differs");
  expect(screen.getByTestId("field-firstName").textContent).toContain("Similar");
  expect(screen.getByTestId("comparison").textContent).toContain("1 difference");
});

it("fetches each picture once, even after switching sides", async () => {
  const requests = open(exampleCase());
  await screen.findByAltText("Document, Front");
  await userEvent.click(screen.getByRole("button", { name: "Back" }));
  await screen.findByAltText("Document, Back");
  await userEvent.keyboard("s");
  await screen.findByAltText("Document, Front");
  expect(requests.filter(({ path }) => path.includes("/images/"))).toHaveLength(2);
});

it("loads a picture again after it could not be loaded", async () => {
  let picture: unknown = new Refusal(503, "service_unavailable");
  open(exampleCase(), { "GET /reviews/kyc_1/images/up_1": () => picture });
  const failure = within(await screen.findByTestId("viewer-stage"));
  await failure.findByText("We couldn't load the picture");
  picture = new Blob(["1"]);
  await userEvent.click(failure.getByTestId("retry"));
  expect(await screen.findByAltText("Document, Front")).toBeTruthy();
});

it("approves with a reason and the version on the screen, and opens the next case", async () => {
  const decided = { ...exampleCase().verification, status: "verified_manually" };
  const requests = open(exampleCase(), {
    "POST /reviews/kyc_1/decision": {
      verification: decided,
      nextKycVerificationId: "kyc_2",
      waiting: 2,
    },
  });
  await screen.findByTestId("review-case");
  await userEvent.keyboard("a");
  const dialog = within(screen.getByTestId("decision"));
  await userEvent.click(dialog.getByTestId("decision-confirm"));
  expect(dialog.getByTestId("error-reason").textContent).toContain("Enter a reason");
  // Typed letters are a reason, not shortcuts.
  await userEvent.type(dialog.getByLabelText("Reason"), "aj rk: same person");
  await userEvent.click(dialog.getByTestId("decision-confirm"));
  await waitFor(() => expect(place.value.path).toBe("/reviews/kyc_2"));
  expect(requests.find(({ path }) => path.endsWith("/decision"))?.body).toEqual({
    decision: "approve",
    reason: "aj rk: same person",
    version: "1.1",
  });
});

it("opens no other case if the reviewer has gone back while the decision was under way", async () => {
  let respond = (_decided: unknown) => {};
  open(exampleCase(), {
    "POST /reviews/kyc_1/decision": () =>
      new Promise((resolve) => {
        respond = resolve;
      }),
  });
  await screen.findByTestId("review-case");
  await userEvent.keyboard("a");
  await userEvent.type(screen.getByLabelText("Reason"), "same person");
  await userEvent.click(screen.getByTestId("decision-confirm"));
  await go("/console/payments");
  cleanup();
  render(<Toasts />);
  const verification = { ...exampleCase().verification, status: "verified_manually" };
  respond({ verification, nextKycVerificationId: "kyc_2", waiting: 2 });
  await waitFor(() => expect(screen.getByTestId("toasts").textContent).toContain("Approved"));
  expect(place.value.path).toBe("/payments");
});

it("says who decided what if another reviewer was faster", async () => {
  const decidedCase = exampleCase({
    verification: { ...exampleCase().verification, status: "rejected_manually" },
    decision: { staff: grace, reason: "Altered.", decidedAt: at },
    canDecide: false,
    claim: null,
  });
  const responses = [exampleCase(), decidedCase];
  open(exampleCase(), {
    "POST /reviews/kyc_1/open": () => responses.shift() ?? decidedCase,
    "POST /reviews/kyc_1/decision": new Refusal(409, "conflicting_state"),
  });
  await screen.findByTestId("review-case");
  await userEvent.keyboard("r");
  await userEvent.type(screen.getByLabelText("Reason"), "Altered.");
  await userEvent.click(screen.getByTestId("decision-confirm"));
  const notice = await screen.findByTestId("was-decided");
  expect(notice.textContent).toContain("Grace Hopper has already decided: Rejected by staff");
  expect(notice.textContent).toContain("Altered.");
  expect(screen.queryByTestId("approve")).toBeNull();
});

it("keeps the typed reason for the next decision when the case has changed", async () => {
  open(exampleCase(), { "POST /reviews/kyc_1/decision": new Refusal(409, "conflicting_state") });
  await screen.findByTestId("review-case");
  const reason = () => (screen.getByLabelText("Reason") as HTMLTextAreaElement).value;
  await userEvent.keyboard("r");
  await userEvent.type(screen.getByLabelText("Reason"), "Altered.");
  await userEvent.click(screen.getByTestId("decision-confirm"));
  await screen.findByTestId("case-changed");
  await userEvent.click(screen.getByTestId("reject"));
  expect(reason()).toBe("Altered.");
  await userEvent.click(screen.getByTestId("decision-cancel"));
  await userEvent.click(screen.getByTestId("approve"));
  expect(reason()).toBe("");
});

it("shows who has claimed the case, allows no other decision, and can take it over", async () => {
  const mine = exampleCase().claim;
  const taken = exampleCase({
    claim: { staff: grace, isMine: false, since: at, expiresAt: at },
  });
  const responses = [taken, exampleCase()];
  const requests = open(taken, {
    "POST /reviews/kyc_1/open": () => responses.shift(),
    "PUT /reviews/kyc_1/claim": mine,
  });
  expect((await screen.findByTestId("claimed")).textContent).toContain("Grace Hopper");
  expect(screen.queryByTestId("approve")).toBeNull();
  await userEvent.keyboard("a");
  expect(screen.queryByTestId("decision")).toBeNull();
  await userEvent.click(screen.getByTestId("take-over"));
  await screen.findByTestId("approve");
  expect(requests.find(({ method }) => method === "PUT")?.body).toEqual({ takeOver: true });
});

it("says on the page why a case was not taken over", async () => {
  const taken = exampleCase({
    claim: { staff: grace, isMine: false, since: at, expiresAt: at },
  });
  open(taken, { "PUT /reviews/kyc_1/claim": new Refusal(503, "service_unavailable") });
  await userEvent.click(await screen.findByTestId("take-over"));
  expect((await screen.findByTestId("failure")).textContent).toContain("not available");
});

it("says on the page why a case was not opened again, and reads the case", async () => {
  const decidedCase = exampleCase({
    decision: { staff: grace, reason: "Altered.", decidedAt: at },
    canDecide: false,
    canReopen: true,
    claim: null,
  });
  const requests = open(decidedCase, {
    "POST /reviews/kyc_1/reopen": new Refusal(409, "conflicting_state"),
  });
  render(<Asking />);
  await userEvent.click(await screen.findByTestId("reopen"));
  await userEvent.click(await screen.findByTestId("ask-yes"));
  const failure = await screen.findByTestId("failure");
  expect(failure.dataset["code"]).toBe("conflicting_state");
  await waitFor(() =>
    expect(requests.filter(({ path }) => path.endsWith("/open"))).toHaveLength(2),
  );
});

it("moves through the queue with j and k, and releases the case", async () => {
  const requests = open(exampleCase());
  await screen.findByTestId("review-case");
  await waitFor(() => expect(requests.some(({ path }) => path.includes("size=100"))).toBe(true));
  await userEvent.keyboard("j");
  await waitFor(() => expect(place.value.path).toBe("/reviews/kyc_2"));
  cleanup();
  await waitFor(() => expect(requests.some(({ method }) => method === "DELETE")).toBe(true));
});

it("releases a case that opens only after the person has left the page", async () => {
  let finish: (value: unknown) => void = () => {};
  const opening = new Promise((resolve) => {
    finish = resolve;
  });
  const requests = open(exampleCase(), { "POST /reviews/kyc_1/open": () => opening });
  await waitFor(() => expect(requests.some(({ path }) => path.endsWith("/open"))).toBe(true));
  cleanup();
  finish(exampleCase());
  await waitFor(() => expect(requests.some(({ method }) => method === "DELETE")).toBe(true));
});
