// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from "@testing-library/preact";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { forgetQueries } from "../../client/use-query.ts";
import { go } from "../../router/place.ts";
import { takeSession } from "../../session/session.ts";
import { exampleBatch, examplePreview, exampleSummary } from "../../testing/example-batches.ts";
import { exampleSession } from "../../testing/examples.ts";
import { fakeService, Refusal } from "../../testing/fake-service.ts";
import { Asking } from "../../ui/ask.tsx";
import BatchPage from "./batch-page.tsx";
import PaymentList from "./payment-list.tsx";

beforeEach(async () => {
  HTMLDialogElement.prototype.showModal ??= function open(this: HTMLDialogElement) {
    this.open = true;
  };
  takeSession(exampleSession("reviewer"));
  await go("/console/payments");
});
afterEach(() => {
  cleanup();
  forgetQueries();
  vi.unstubAllGlobals();
});

const list = (total: number) => ({
  data: [exampleSummary(1), exampleSummary(2)],
  page: 1,
  size: 20,
  total,
});

async function openList(responses: Record<string, unknown> = {}, total = 2) {
  const requests = fakeService({
    "GET /payments": list(total),
    "GET /payment-filters": { processors: [] },
    "GET /refunds/waiting": { data: [], page: 1, size: 10, total: 0 },
    "POST /refund-batches/preview": examplePreview(),
    "POST /refund-batches": exampleBatch(),
    ...responses,
  });
  render(<PaymentList />);
  await screen.findByText("Customer 1");
  return requests;
}
const sent = (requests: Awaited<ReturnType<typeof openList>>, path: string) =>
  requests
    .filter((request) => request.method === "POST" && request.path === path)
    .map(({ body }) => body);

it("refunds selected payments after their number is typed, and opens the batch", async () => {
  const requests = await openList();
  await userEvent.click(screen.getByLabelText("Select the payment of $22.00 by Customer 1"));
  await userEvent.click(screen.getByLabelText("Select the payment of $22.00 by Customer 2"));
  await userEvent.click(screen.getByTestId("refund-chosen"));
  const summary = await screen.findByTestId("batch-summary");
  expect(summary.textContent).toContain("2 payments are refunded in full.");
  expect(summary.textContent).toContain("$44.00");
  expect(screen.getByTestId("excluded-disputed").textContent).toContain("order-3");
  expect(sent(requests, "/refund-batches/preview")).toEqual([
    { by: "ids", paymentIntentIds: ["pi_1", "pi_2"] },
  ]);

  await userEvent.type(screen.getByLabelText("Number of refunds"), "3");
  await userEvent.click(screen.getByTestId("batch-confirm"));
  expect(screen.getByText("The number is 2. Check the list, then type it.")).toBeTruthy();
  expect(sent(requests, "/refund-batches")).toEqual([]);

  await userEvent.clear(screen.getByLabelText("Number of refunds"));
  await userEvent.type(screen.getByLabelText("Number of refunds"), "2");
  await userEvent.type(screen.getByLabelText(/^Note for staff/), "Rain.");
  await userEvent.click(screen.getByTestId("batch-confirm"));
  await waitFor(() => expect(location.pathname).toBe("/console/payments/batches/rfb_1"));
  expect(sent(requests, "/refund-batches")).toEqual([
    {
      selection: { by: "ids", paymentIntentIds: ["pi_1", "pi_2"] },
      reason: "requested_by_customer",
      note: "Rain.",
      count: 2,
      fingerprint: "seen",
    },
  ]);
});

it("chooses all payments that match the filter, and clears the choice when the filter changes", async () => {
  await go("/console/payments?status=success");
  const requests = await openList({}, 345);
  await userEvent.click(screen.getByLabelText("Select the payment of $22.00 by Customer 1"));
  await userEvent.click(screen.getByTestId("choose-all-matching"));
  expect(screen.getByText("All 345 payments that match are selected")).toBeTruthy();
  await userEvent.click(screen.getByTestId("refund-chosen"));
  await screen.findByTestId("batch-summary");
  expect(sent(requests, "/refund-batches/preview")).toEqual([
    { by: "filter", filter: { status: "success" } },
  ]);
  await userEvent.click(screen.getByTestId("batch-dismiss"));
  await go("/console/payments?status=failed");
  await waitFor(() => expect(screen.queryByTestId("chosen-payments")).toBeNull());
});

it("offers no batch of more payments than the limit", async () => {
  await openList({}, 1_001);
  await userEvent.click(screen.getByLabelText("Select the payment of $22.00 by Customer 1"));
  await userEvent.click(screen.getByTestId("choose-all-matching"));
  expect(screen.getByText("A batch has up to 1,000 payments. Narrow the filter.")).toBeTruthy();
  expect(screen.queryByTestId("refund-chosen")).toBeNull();
});

it("shows the payments again if they changed before the confirmation", async () => {
  const requests = await openList({
    "POST /refund-batches": new Refusal(409, "conflicting_state"),
  });
  await userEvent.click(screen.getByLabelText("Select the payment of $22.00 by Customer 1"));
  await userEvent.click(screen.getByTestId("refund-chosen"));
  await userEvent.type(await screen.findByLabelText("Number of refunds"), "2");
  await userEvent.click(screen.getByTestId("batch-confirm"));
  await screen.findByText(/^This has changed since you opened it\./);
  await waitFor(() => expect(sent(requests, "/refund-batches/preview")).toHaveLength(2));
});

it("shows batches that wait or are in progress above the list", async () => {
  const data = [exampleBatch({ state: "awaiting_approval" })];
  await openList({ "GET /refund-batches": { data, page: 1, size: 10, total: 12 } });
  const panel = await screen.findByTestId("active-batches");
  expect(panel.textContent).toContain("Waits for approval");
  expect(panel.textContent).toContain("$22.00 of $66.00");
  const links = [...panel.querySelectorAll("a")].map((link) => link.getAttribute("href"));
  expect(links).toEqual(["/console/payments/batches", "/console/payments/batches/rfb_1"]);
});

it("offers nothing to viewers", async () => {
  takeSession(exampleSession("viewer"));
  await openList();
  expect(screen.queryByRole("checkbox", { name: /Select the payment/ })).toBeNull();
});

function openBatch(
  batch: ReturnType<typeof exampleBatch>,
  responses: Record<string, unknown> = {},
) {
  const requests = fakeService({
    "GET /refund-batches/rfb_1": batch,
    "GET /refund-batches/rfb_1/items": { data: [], page: 1, size: 20, total: 0 },
    ...responses,
  });
  render(
    <>
      <BatchPage parts={{ id: "rfb_1" }} />
      <Asking />
    </>,
  );
  return requests;
}

it("shows a batch's progress, and stops it after a confirmation", async () => {
  const requests = openBatch(exampleBatch(), {
    "POST /refund-batches/rfb_1/stop": exampleBatch({ state: "stopped" }),
  });
  expect((await screen.findByTestId("count-success")).textContent).toContain("1");
  expect(screen.getByTestId("batch-money").textContent).toContain("$22.00 of $66.00");
  expect(screen.getByTestId("batch-bar").textContent).toBe("1 of 3 refunds have an outcome.");
  await userEvent.click(screen.getByTestId("batch-stop"));
  expect(screen.getByText(/^1 refund has not started and will not be sent\./)).toBeTruthy();
  expect(sent(requests, "/refund-batches/rfb_1/stop")).toHaveLength(0);
  await userEvent.click(screen.getByTestId("ask-yes"));
  await screen.findByText("Stopped");
  expect(screen.queryByTestId("batch-stop")).toBeNull();
});

it("reads the refunds again when the batch stops with none on its way", async () => {
  const { counts } = exampleBatch();
  const waits = { ...counts, waiting: 2, pending: 0 };
  const requests = openBatch(exampleBatch({ counts: waits }), {
    "POST /refund-batches/rfb_1/stop": exampleBatch({ state: "stopped", counts: waits }),
  });
  const reads = () => requests.filter(({ path }) => path.includes("/items")).length;
  await userEvent.click(await screen.findByTestId("batch-stop"));
  await waitFor(() => expect(reads()).toBe(1));
  await userEvent.click(screen.getByTestId("ask-yes"));
  await screen.findByText("Stopped");
  await waitFor(() => expect(reads()).toBe(2));
});

it("lets another person approve the sum, in the version that was shown", async () => {
  const waits = exampleBatch({ state: "awaiting_approval", approval: "needed", version: 4 });
  const requests = openBatch(waits, { "POST /refund-batches/rfb_1/decision": exampleBatch() });
  await userEvent.click(await screen.findByTestId("batch-approve"));
  expect(screen.getByText("We send 1 refund: $22.00.")).toBeTruthy();
  await userEvent.click(screen.getByTestId("ask-yes"));
  await screen.findByText("In progress");
  expect(sent(requests, "/refund-batches/rfb_1/decision")).toEqual([{ approve: true, version: 4 }]);
});

it("does not offer the approval to the person who requested it", async () => {
  openBatch(exampleBatch({ state: "awaiting_approval", approval: "needed", isOwn: true }));
  await screen.findByText("Another person must approve this batch. Nothing has been sent yet.");
  expect(screen.queryByTestId("batch-approve")).toBeNull();
  expect(screen.getByTestId("batch-stop")).toBeTruthy();
});

it("tries failed refunds again", async () => {
  const { counts } = exampleBatch();
  const failed = { ...counts, waiting: 0, pending: 0, success: 1, failed: 2 };
  const requests = openBatch(exampleBatch({ state: "done", counts: failed }), {
    "POST /refund-batches/rfb_1/retry": exampleBatch(),
  });
  await userEvent.click(await screen.findByTestId("batch-retry"));
  await userEvent.click(screen.getByTestId("ask-yes"));
  await screen.findByText("In progress");
  expect(sent(requests, "/refund-batches/rfb_1/retry")).toHaveLength(1);
});

it("shows the payments by outcome and in another order", async () => {
  const requests = openBatch(exampleBatch({ state: "done" }));
  const shown = (await screen.findByLabelText("Shown")) as HTMLSelectElement;
  // The filter offers only the outcomes that payments of the batch have.
  const outcomes = [...shown.options].map(({ text }) => text);
  expect(outcomes).toEqual(["All payments", "Returned", "Under way", "Not started yet"]);
  await userEvent.selectOptions(shown, "Returned");
  await userEvent.selectOptions(screen.getByLabelText("Sort by"), "Failed first");
  await waitFor(() => {
    const paths = requests.map(({ path }) => path);
    expect(paths).toContain("/refund-batches/rfb_1/items?show=success&sort=failed");
  });
});
