// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from "@testing-library/preact";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { SanctionsReview } from "#contract/console/sanctions";
import { forgetQueries } from "../../client/use-query.ts";
import { go } from "../../router/place.ts";
import { takeSession } from "../../session/session.ts";
import { exampleSession } from "../../testing/examples.ts";
import { fakeService, Refusal } from "../../testing/fake-service.ts";
import SanctionsReviews from "./sanctions-reviews.tsx";

const review: SanctionsReview = {
  sanctionsReviewId: "snr_1",
  externalCustomerId: "cust-7",
  kind: "name",
  isReadable: true,
  addresses: [],
  status: "open",
  version: 3,
  score: 97,
  person: {
    name: "Victor Zorenkoff",
    otherNames: ["Viktor Zorenkov"],
    dateOfBirth: "1971-03-14",
    city: "Reno",
    country: "US",
  },
  entry: {
    list: "sdn",
    entryId: "900001",
    names: [
      { name: "Viktor ZORENKOV", quality: "primary" },
      { name: "ABU SAMAK", quality: "weak" },
    ],
    births: ["14 Mar 1971"],
    birthPlaces: ["Samara, Russia"],
    countries: ["Russia"],
    addresses: [],
    programs: ["SANDBOX"],
    remarks: null,
  },
  explanation: {
    name: { percent: 90, listed: "Viktor ZORENKOV", quality: "primary", points: 0 },
    birth: { result: "day", listed: "14 Mar 1971", points: 10 },
    place: { result: "differs", listed: ["Russia"], points: -3 },
  },
  reason: null,
  clearedBy: null,
  decidedBy: null,
  openedAt: "2026-11-26T10:00:00.000Z",
  decidedAt: null,
};
const listOf = (data: SanctionsReview[]) => ({ data, page: 1, size: 20, total: data.length });
const path = "GET /sanctions?status=waiting";

beforeEach(async () => {
  takeSession(exampleSession("reviewer"));
  await go("/console/approvals/sanctions");
});
afterEach(() => {
  cleanup();
  forgetQueries();
  vi.unstubAllGlobals();
});

it("shows both records and the parts of the score, and sends a decision with its reason", async () => {
  const requests = fakeService({
    [path]: listOf([review]),
    "POST /sanctions/snr_1/decision": { status: "cleared" },
  });
  render(<SanctionsReviews />);
  const why = await screen.findByTestId("sanctions-why");
  expect(why.textContent).toContain("Name: 90 % like “Viktor ZORENKOV”");
  expect(why.textContent).toContain("Date of birth agrees (14 Mar 1971) · +10 points");
  expect(why.textContent).toContain("Country differs · −3 points");
  expect(screen.getByTestId("sanctions-case").textContent).toContain("ABU SAMAK (weak alias)");
  await userEvent.click(screen.getByTestId("sanctions-clear"));
  await userEvent.click(screen.getByTestId("sanctions-decision-confirm"));
  expect(screen.getByText("Enter a reason.")).toBeTruthy();
  await userEvent.type(screen.getByLabelText(/Reason/), "Passport compared");
  await userEvent.click(screen.getByTestId("sanctions-decision-confirm"));
  await waitFor(() =>
    expect(requests.filter(({ method }) => method === "POST").map(({ body }) => body)).toEqual([
      { decision: "clear", reason: "Passport compared", version: 3 },
    ]),
  );
});

it("says what has changed in the meantime, and offers a viewer no decision", async () => {
  fakeService({
    [path]: listOf([review]),
    "POST /sanctions/snr_1/decision": new Refusal(409, "sanctions_review_changed"),
  });
  const { unmount } = render(<SanctionsReviews />);
  await userEvent.click(await screen.findByTestId("sanctions-confirm"));
  await userEvent.type(screen.getByLabelText(/Reason/), "Same passport");
  await userEvent.click(screen.getByTestId("sanctions-decision-confirm"));
  await screen.findByText("The review has changed. Read it again, then decide.");
  unmount();
  takeSession(exampleSession("viewer"));
  render(<SanctionsReviews />);
  await screen.findByTestId("sanctions-why");
  expect(screen.queryByTestId("sanctions-clear")).toBeNull();
});

it("keeps the dialog and its text when someone else has decided", async () => {
  let data = [review];
  fakeService({
    [path]: () => listOf(data),
    "POST /sanctions/snr_1/decision": () => {
      data = [];
      return new Refusal(409, "sanctions_review_changed");
    },
  });
  render(<SanctionsReviews />);
  await userEvent.click(await screen.findByTestId("sanctions-clear"));
  await userEvent.type(screen.getByLabelText(/Reason/), "Passport compared");
  await userEvent.click(screen.getByTestId("sanctions-decision-confirm"));
  await screen.findByTestId("no-sanctions-reviews");
  expect(screen.getByText("The review has changed. Read it again, then decide.")).toBeTruthy();
  expect((screen.getByLabelText(/Reason/) as HTMLInputElement).value).toBe("Passport compared");
});

it("has pages, so that no review is out of reach", async () => {
  const more = { ...listOf([review]), total: 21 };
  const requests = fakeService({ [path]: more, [`${path}&page=2`]: { ...more, page: 2 } });
  render(<SanctionsReviews />);
  await userEvent.click(await screen.findByRole("button", { name: "Next" }));
  await waitFor(() => expect(requests.at(-1)?.path).toBe("/sanctions?status=waiting&page=2"));
});

it("names a listed crypto address as such, and links to the customer's held payouts", async () => {
  const address: SanctionsReview = {
    ...review,
    kind: "address",
    explanation: null,
    addresses: [
      {
        use: "refund",
        network: "base",
        address: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
        currency: "ETH",
        listed: "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed",
      },
    ],
  };
  const requests = fakeService({
    [path]: listOf([address]),
    "POST /sanctions/snr_1/decision": { status: "cleared" },
  });
  render(<SanctionsReviews />);
  const why = await screen.findByTestId("sanctions-why");
  expect(why.textContent).toContain("The customer asked for a refund to this address:0x5aAeb6");
  expect(why.textContent).toContain("Used on Base. The list has this exact address, as a ETH");
  expect(screen.queryByText(/points/)).toBeNull();
  expect(screen.getByTestId("to-held-payouts").getAttribute("href")).toBe(
    "/console/payouts?hold=held&externalCustomerId=cust-7",
  );
  expect(screen.queryByRole("button", { name: "Not the same person" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Allowed: release the money" }));
  expect(screen.getByText(/only if you know that this is allowed/)).toBeTruthy();
  await userEvent.type(screen.getByLabelText(/Reason/), "License 2026-1");
  await userEvent.click(screen.getByTestId("sanctions-decision-confirm"));
  await waitFor(() => expect(requests.some(({ method }) => method === "POST")).toBe(true));
});

it("shows one customer's reviews, in both tabs, with a way back to all", async () => {
  await go("/console/approvals/sanctions?customer=cust-7");
  const requests = fakeService({
    "GET /sanctions?status=waiting&externalCustomerId=cust-7": listOf([review]),
  });
  render(<SanctionsReviews />);
  await screen.findByText("Only reviews of cust-7");
  expect(requests.map(({ path }) => path)).toEqual([
    "/sanctions?status=waiting&externalCustomerId=cust-7",
  ]);
  expect(screen.getByTestId("sanctions-decided").getAttribute("href")).toBe(
    "/console/approvals/sanctions?customer=cust-7&status=decided",
  );
  expect(screen.getByTestId("all-reviews").getAttribute("href")).toBe(
    "/console/approvals/sanctions",
  );
});

it("says that the evidence can't be read, and only blocks", async () => {
  const person = { name: "", otherNames: [], dateOfBirth: null, city: null, country: null };
  const entry = { ...review.entry, names: [], births: [], birthPlaces: [], countries: [] };
  const damaged = { ...review, isReadable: false, person, entry, explanation: null };
  fakeService({ [path]: listOf([damaged]) });
  render(<SanctionsReviews />);
  const notice = await screen.findByTestId("sanctions-unreadable");
  expect(notice.textContent).toContain("We can’t read what was compared");
  expect(screen.queryByTestId("sanctions-clear")).toBeNull();
  expect(screen.queryByText("Why they match")).toBeNull();
  expect(screen.getByTestId("sanctions-confirm")).toBeTruthy();
});
