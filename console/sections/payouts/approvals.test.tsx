// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor, within } from "@testing-library/preact";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { WaitingPayout } from "#contract/console/payouts";
import { forgetQueries } from "../../client/use-query.ts";
import { examplePayout } from "../../testing/examples.ts";
import { fakeService, Refusal } from "../../testing/fake-service.ts";
import { signedInAs } from "../../testing/signed-in.ts";
import { listenToKeys } from "../../ui/keys.tsx";
import ApprovalQueue from "./approval-queue.tsx";
import PayoutPage from "./payout-page.tsx";
import { sumByCurrency } from "./sum-by-currency.ts";

const queue = (data: WaitingPayout[]) => ({ data, page: 1, size: 20, total: data.length });
const detailOf = ({ disbursement, customer, gates, yearToDate }: WaitingPayout) => ({
  intent: {
    disbursementIntentId: disbursement.disbursementIntentId,
    externalDisbursementIntentId: disbursement.externalDisbursementIntentId,
    externalCustomerId: disbursement.externalCustomerId,
    amount: disbursement.amount,
    currency: disbursement.currency,
    status: disbursement.status,
    taxCategory: disbursement.taxCategory,
    customData: {},
    description: null,
    disbursement,
    createdAt: disbursement.createdAt,
    updatedAt: disbursement.updatedAt,
    expiresAt: disbursement.createdAt,
  },
  isHeld: gates.sanctions !== "clear",
  customer,
  gates,
  yearToDate,
  history: [],
  decidedBy: null,
  events: [],
  outcomes: [],
});
let stop: () => void;

signedInAs("reviewer", "/console/approvals");
beforeEach(() => {
  stop = listenToKeys();
});
afterEach(() => stop());

it("adds money without losing a cent, separately for each currency", () => {
  const rows = [examplePayout(1, { amount: 0.1 }), examplePayout(2, { amount: 0.2 })];
  expect(sumByCurrency([...rows, examplePayout(3, { amount: 500, currency: "JPY" })])).toEqual([
    { currency: "USD", amount: 0.3 },
    { currency: "JPY", amount: 500 },
  ]);
});

it("decides several payouts after a summary, skips those with unmet requirements, and reports those that changed", async () => {
  const changed = new Refusal(409, "disbursement_changed");
  const ready = examplePayout(1, { amount: 100.1 });
  const lacking = { ...examplePayout(2), gates: { ...ready.gates, w9: "not_completed" } };
  const late = examplePayout(3, { amount: 50.2 });
  const requests = fakeService({
    "GET /payouts/waiting": queue([ready, lacking, late]),
    "POST /payouts/di_1/decision": { intent: detailOf(ready).intent, waiting: 2 },
    "POST /payouts/di_3/decision": changed,
  });
  render(<ApprovalQueue />);
  await userEvent.click(await screen.findByLabelText("Select all on this page"));
  await userEvent.click(screen.getByTestId("decide-many"));
  const dialog = within(screen.getByTestId("decide-many-dialog"));
  expect(dialog.getByTestId("many-summary").textContent).toContain(
    "2 payouts are approved and sent right away: $150.30 in total",
  );
  expect(dialog.getByTestId("many-summary").textContent).toContain("1 payout can't be approved");
  const first = screen.getByTestId("decide-many-dialog").querySelector("li");
  expect(first?.textContent).toMatch(/^Ada Lovelace.*ada@example\.com.*customer-1.*\$100\.10$/);
  expect(requests.filter(({ method }) => method === "POST")).toEqual([]);
  await userEvent.click(dialog.getByTestId("many-confirm"));
  await dialog.findByTestId("many-close");
  expect(dialog.getByTestId("many-progress").textContent).toContain("2 of 2 tried, 1 done.");
  expect(
    dialog.getByText("The payout has changed since you opened it. Review it again."),
  ).toBeTruthy();
  expect(
    requests.filter(({ method }) => method === "POST").map(({ path, body }) => [path, body]),
  ).toEqual([
    ["/payouts/di_1/decision", { decision: "approve", version: 3 }],
    ["/payouts/di_3/decision", { decision: "approve", version: 3 }],
  ]);
});

it("rejects several only with a reason", async () => {
  const requests = fakeService({
    "GET /payouts/waiting": queue([examplePayout(1)]),
    "POST /payouts/di_1/decision": { intent: detailOf(examplePayout(1)).intent, waiting: 0 },
  });
  render(<ApprovalQueue />);
  await userEvent.click(await screen.findByLabelText(/Select \$250.00/));
  await userEvent.click(screen.getByTestId("decide-many"));
  await userEvent.click(screen.getByText("Reject"));
  await userEvent.click(screen.getByTestId("many-confirm"));
  expect(screen.getByTestId("error-reason").textContent).toContain("Enter a reason");
  await userEvent.type(screen.getByLabelText("Reason"), "Duplicate");
  await userEvent.click(screen.getByTestId("many-confirm"));
  await screen.findByTestId("many-close");
  expect(requests.at(-1)?.body).toEqual({ decision: "reject", version: 3, reason: "Duplicate" });
  // The bar with the button that opened the dialog disappears with it.
  await userEvent.click(screen.getByTestId("many-close"));
  await waitFor(() => expect(screen.queryByTestId("decide-many-dialog")).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 }));
});

it("offers no approval without a W-9 or identity, and says which is missing", async () => {
  const lacking = examplePayout(1);
  const gates = { ...lacking.gates, w9: "not_completed", kyc: "not_verified" };
  fakeService({ "GET /payouts/di_1": detailOf({ ...lacking, gates }) });
  render(<PayoutPage parts={{ id: "di_1" }} />);
  const obstacles = await screen.findByTestId("payout-obstacles");
  expect(obstacles.textContent).toContain("W‑9");
  expect(obstacles.textContent).toContain("identity");
  expect(screen.queryByTestId("approve-payout")).toBeNull();
  await userEvent.keyboard("a");
  expect(screen.queryByTestId("decide-payout")).toBeNull();
  expect(screen.getByTestId("reject-payout")).toBeTruthy();
});

it("offers no approval of an amount that no processor sends, and names the limit", async () => {
  const large = examplePayout(1);
  const amountLimit = { netAmount: 250, currency: "USD", least: null, most: 200 };
  const gates = { ...large.gates, amountLimit };
  fakeService({ "GET /payouts/di_1": detailOf({ ...large, gates }) });
  render(<PayoutPage parts={{ id: "di_1" }} />);
  const obstacles = await screen.findByTestId("payout-obstacles");
  expect(obstacles.textContent).toContain("$250.00");
  expect(obstacles.textContent).toContain("at most $200.00");
  expect(screen.queryByTestId("approve-payout")).toBeNull();
});

it("shows what the customer receives after the tax withheld", async () => {
  const taxed = examplePayout(1, { amount: 100, withheldAmount: 24 });
  fakeService({ "GET /payouts/di_1": detailOf(taxed) });
  render(<PayoutPage parts={{ id: "di_1" }} />);
  const money = await screen.findByTestId("payout-money");
  expect(within(money).getByText("Customer receives").nextSibling?.textContent).toBe("$76.00");
});

it("approves the version on the screen with a button that names the amount", async () => {
  const waiting = examplePayout(1);
  const paid = detailOf({
    ...waiting,
    disbursement: { ...waiting.disbursement, status: "pending" },
  });
  const responses = [detailOf(waiting), paid];
  const requests = fakeService({
    "GET /payouts/di_1": () => responses.shift() ?? paid,
    "POST /payouts/di_1/decision": { intent: paid.intent, waiting: 0 },
  });
  render(<PayoutPage parts={{ id: "di_1" }} />);
  await screen.findByTestId("payout");
  await userEvent.keyboard("a");
  expect(screen.getByTestId("decide-payout-confirm").textContent).toBe("Pay out $250.00");
  await userEvent.click(screen.getByTestId("decide-payout-confirm"));
  await waitFor(() => expect(screen.queryByTestId("approve-payout")).toBeNull());
  expect(requests.find(({ method }) => method === "POST")?.body).toEqual({
    decision: "approve",
    version: 3,
  });
});

it("names the processor, and says that staff decide about a payout that it may have sent", async () => {
  const hanging = examplePayout(1);
  const { disbursement } = hanging;
  const outcome = {
    subjectType: "payout",
    subjectId: disbursement.disbursementId,
    unknown: {
      checks: 1,
      nextCheckAt: null,
      canMark: false,
      markableAt: disbursement.createdAt,
      onlyFailed: false,
      isWithinLimit: true,
      needsSecondPerson: false,
      seen: "approved.3.0",
    },
    canLookUp: true,
    marks: [],
    alarms: [],
  };
  const detail = {
    ...detailOf({ ...hanging, disbursement: { ...disbursement, status: "pending" } }),
    outcomes: [outcome],
  };
  for (const waitsForStaff of [true, false]) {
    const processor = { name: "trustly-payouts", waitsForStaff };
    fakeService({ "GET /payouts/di_1": { ...detail, processor } });
    render(<PayoutPage parts={{ id: "di_1" }} />);
    const panel = await screen.findByTestId("payout-outcome");
    expect(screen.getByText("trustly-payouts")).toBeTruthy();
    expect(panel.textContent).toContain(
      waitsForStaff
        ? "does not send the payout again. Find its reference in trustly-payouts’s portal"
        : "The payout processor has not said whether the money was paid.",
    );
    cleanup();
    forgetQueries();
  }
});

it("offers to look up and to enter an outcome that the processor does not report, and shows where it disagrees", async () => {
  const hanging = examplePayout(1);
  const { disbursement } = hanging;
  const outcome = {
    subjectType: "payout",
    subjectId: disbursement.disbursementId,
    unknown: {
      checks: 4,
      nextCheckAt: null,
      canMark: true,
      markableAt: disbursement.createdAt,
      onlyFailed: false,
      isWithinLimit: true,
      needsSecondPerson: false,
      seen: "approved.3.0",
    },
    canLookUp: true,
    marks: [],
    alarms: [
      {
        alarmId: "oal_1",
        problem: "happened_after_all",
        source: "look_up",
        reference: "po-1",
        state: "open",
        resolution: null,
        note: null,
        resolvedBy: null,
        canAccept: true,
        version: 1,
        openedAt: disbursement.createdAt,
        resolvedAt: null,
      },
    ],
  };
  let outcomes = [outcome];
  const requests = fakeService({
    "GET /payouts/di_1": () => ({
      ...detailOf({ ...hanging, disbursement: { ...disbursement, status: "pending" } }),
      outcomes,
    }),
    "POST /payouts/di_1/look-up": { answer: "failed", reference: "po-1", reason: null },
    "POST /payouts/di_1/mark": { subjectId: disbursement.disbursementId },
  });
  render(<PayoutPage parts={{ id: "di_1" }} />);
  const panel = await screen.findByTestId("payout-outcome");
  expect(screen.getByText(disbursement.disbursementId)).toBeTruthy();
  expect(panel.textContent).toContain("The processor says that the money was paid");
  await userEvent.click(screen.getByTestId("outcome-look-up"));
  await waitFor(() =>
    expect(screen.getByTestId("outcome-answer").textContent).toContain("The payout failed."),
  );
  await userEvent.click(screen.getByTestId("outcome-enter"));
  const dialog = within(screen.getByTestId("outcome-dialog"));
  await userEvent.selectOptions(dialog.getByLabelText("What happened"), "success");
  await userEvent.type(dialog.getByLabelText("Processor's ID of the payout"), "po-1");
  await userEvent.type(dialog.getByLabelText("How you know"), "Portal");
  outcomes = [];
  await userEvent.click(screen.getByTestId("outcome-confirm"));
  await waitFor(() =>
    expect(requests.find(({ path }) => path === "/payouts/di_1/mark")?.body).toEqual({
      outcome: "success",
      reference: "po-1",
      note: "Portal",
      seen: "approved.3.0",
    }),
  );
  await waitFor(() => expect(screen.queryByTestId("payout-outcome")).toBeNull());
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 })),
  );
});

it("still names the payout, not a refund, when the look-up has made the outcome known", async () => {
  const hanging = examplePayout(1);
  const { disbursement } = hanging;
  const outcome = {
    subjectType: "payout",
    subjectId: disbursement.disbursementId,
    unknown: null,
    canLookUp: true,
    marks: [],
    alarms: [],
  };
  let outcomes = [outcome];
  fakeService({
    "GET /payouts/di_1": () => ({
      ...detailOf({ ...hanging, disbursement: { ...disbursement, status: "pending" } }),
      outcomes,
    }),
    "POST /payouts/di_1/look-up": () => {
      outcomes = [];
      return { answer: "failed", reference: "po-1", reason: null };
    },
  });
  render(<PayoutPage parts={{ id: "di_1" }} />);
  await userEvent.click(await screen.findByTestId("outcome-look-up"));
  await waitFor(() => expect(screen.queryByTestId("outcome-look-up")).toBeNull());
  expect(screen.getByTestId("outcome-answer").textContent).toContain("The payout failed.");
});

it("says that the payout has changed, and asks to review it again", async () => {
  const waiting = examplePayout(1);
  fakeService({
    "GET /payouts/di_1": detailOf(waiting),
    "POST /payouts/di_1/decision": new Refusal(409, "disbursement_changed"),
  });
  render(<PayoutPage parts={{ id: "di_1" }} />);
  await screen.findByTestId("payout");
  await userEvent.keyboard("a");
  await userEvent.click(screen.getByTestId("decide-payout-confirm"));
  expect((await screen.findByTestId("payout-stale")).textContent).toContain("has changed");
});

it("keeps the typed reason for the next decision when the payout has changed", async () => {
  fakeService({
    "GET /payouts/di_1": detailOf(examplePayout(1)),
    "POST /payouts/di_1/decision": new Refusal(409, "disbursement_changed"),
  });
  render(<PayoutPage parts={{ id: "di_1" }} />);
  await screen.findByTestId("payout");
  const reason = () => (screen.getByTestId("field-reason") as HTMLInputElement).value;
  await userEvent.keyboard("r");
  await userEvent.type(screen.getByTestId("field-reason"), "Account closed");
  await userEvent.click(screen.getByTestId("decide-payout-confirm"));
  await screen.findByTestId("payout-stale");
  await userEvent.click(screen.getByTestId("reject-payout"));
  expect(reason()).toBe("Account closed");
  await userEvent.click(screen.getByTestId("decide-payout-cancel"));
  await userEvent.click(screen.getByTestId("approve-payout"));
  expect(reason()).toBe("");
});

it("says that a payout is held, links to the review, and offers no approval", async () => {
  const held = examplePayout(1);
  const row = { ...held, gates: { ...held.gates, sanctions: "review" } };
  const id = row.disbursement.disbursementIntentId;
  fakeService({ [`GET /payouts/${id}`]: detailOf(row) });
  render(<PayoutPage parts={{ id }} />);
  const notice = await screen.findByTestId("held-by-review");
  expect(notice.textContent).toContain("This payout is on hold");
  expect(notice.textContent).toContain("Don’t tell the customer why");
  expect(screen.getByTestId("to-sanctions-review").getAttribute("href")).toBe(
    `/console/approvals/sanctions?customer=${row.disbursement.externalCustomerId}`,
  );
  expect(screen.queryByTestId("approve-payout")).toBeNull();
  expect(screen.getByTestId("reject-payout")).toBeTruthy();
});
