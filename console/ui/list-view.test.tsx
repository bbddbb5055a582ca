// @vitest-environment happy-dom
import { render, screen, waitFor, within } from "@testing-library/preact";
import userEvent from "@testing-library/user-event";
import type { JSX } from "preact";
import { beforeEach, describe, expect, it } from "vitest";
import { go, place } from "../router/place.ts";
import DeliveryList from "../sections/deliveries/delivery-list.tsx";
import DisputeList from "../sections/disputes/dispute-list.tsx";
import SettlementBatchPage from "../sections/reconciliation/batch-page.tsx";
import NoticeListPage from "../sections/reconciliation/notice-list.tsx";
import ReconciliationPage from "../sections/reconciliation/reconciliation-page.tsx";
import { fakeService } from "../testing/fake-service.ts";
import { signedInAs } from "../testing/signed-in.ts";
import { Toasts } from "./toasts.tsx";

const at = "2026-11-26T10:00:00.000Z";
const dispute = {
  disputeId: "dsp_1",
  paymentIntentId: "pi_1",
  externalCustomerId: "ada",
  customerName: "Ada Lovelace",
  customerEmail: "ada@example.com",
  amount: 49.99,
  currency: "USD",
  network: "visa",
  reasonCode: "13.1",
  category: "not_received",
  stage: "chargeback",
  status: "needs-response",
  respondBy: at,
  openedAt: at,
};
const delivery = {
  eventId: "evt_1",
  webhookId: "we_1",
  url: "https://example.com/hook",
  type: "payment",
  eventStatus: "created",
  resourceId: "pi_1",
  sequence: 1,
  status: "dead",
  attempts: 9,
  lastStatusCode: 500,
  nextAt: null,
  createdAt: at,
  finishedAt: at,
};
const found = {
  settlementBreakId: "sbk_1",
  class: "unknown_type",
  state: "open",
  source: "alpha",
  settlementBatchId: null,
  rowNo: null,
  processorReference: "c-1",
  amount: 2,
  currency: "USD",
  subject: null,
  ours: null,
  theirs: null,
  resolution: null,
  openedAt: at,
  closedAt: null,
  age: "0-1",
  ageDays: 0,
  owner: null,
  isProposed: false,
  version: 1,
};
const notice = {
  processor: "northbank",
  eventId: "event-1",
  type: "dispute",
  state: "dismissed",
  problem: null,
  amount: 49.99,
  currency: "USD",
  network: "visa",
  code: "10.4",
  charge: "ch_1",
  reference: "pd_1",
  respondBy: null,
  receivedAt: at,
  note: "Test",
  decidedBy: "Ann",
  decidedAt: at,
};
const listOf = (row: object) => ({ data: [row], page: 1, size: 20, total: 1 });
const responses = {
  "GET /disputes": { ...listOf(dispute), waiting: 1 },
  "GET /dispute-rates": { data: [], returns: null, hasFraudReports: true },
  "GET /deliveries": listOf(delivery),
  "GET /webhooks": { data: [] },
  "GET /reconciliation/breaks": listOf(found),
  "GET /reconciliation/days": { days: [], sources: [], data: [] },
  "GET /reconciliation/notices": listOf(notice),
  "GET /reconciliation/batches/sbt_1": {
    batch: {
      settlementBatchId: "sbt_1",
      settlementFileId: "sfl_1",
      source: "alpha",
      kind: "bank",
      batchKey: "b1",
      currency: "USD",
      gross: 2,
      fees: 0,
      net: 2,
      valueDate: "2026-11-26",
      rowCount: 1,
      openCount: 0,
      isComplete: true,
      isPaid: true,
    },
    payoutReference: "",
    opening: 0,
    closing: 2,
    byType: [],
    byFee: [],
    bankEntry: null,
  },
  "GET /reconciliation/batches/sbt_1/lines": listOf({
    rowNo: 1,
    lineNo: 1,
    type: "bank_entry",
    processorReference: "R1",
    merchantReference: "",
    currency: "USD",
    gross: 2,
    fee: 0,
    net: 2,
    occurredAt: at,
    state: "matched",
    matched: null,
    text: "ALPHA",
  }),
};

signedInAs("admin");
beforeEach(() => localStorage.clear());

async function show(page: JSX.Element, address: string, table: string) {
  await go(`/console${address}`);
  const requests = fakeService(responses);
  render(
    <>
      {page}
      <Toasts />
    </>,
  );
  await waitFor(() => expect(rowsOf(table)).toHaveLength(1));
  return requests;
}
const rowsOf = (table: string) => screen.getByTestId(table).querySelectorAll("tr[data-row]");
const headersOf = (table: string) =>
  within(screen.getByTestId(table))
    .getAllByRole("columnheader")
    .map((header) => header.textContent);
const orders = () =>
  [...screen.getByTestId<HTMLSelectElement>("filter-sort").options].map(({ value }) => value);

describe.each([
  ["disputes", <DisputeList key="1" />, "/disputes", "/disputes", "Reason"],
  ["deliveries", <DeliveryList key="1" />, "/deliveries", "/deliveries", "About"],
  [
    "breaks",
    <ReconciliationPage key="1" />,
    "/reconciliation",
    "/reconciliation/breaks",
    "Reference",
  ],
])("the list of %s", (table, page, address, path, column) => {
  it("sorts, hides a column, and keeps both in a view", async () => {
    const requests = await show(page, address, table);
    await userEvent.selectOptions(screen.getByTestId("filter-sort"), "newest");
    await waitFor(() => expect(requests.at(-1)?.path).toBe(`${path}?sort=newest`));
    expect(headersOf(table)).toContain(column);
    await userEvent.click(within(screen.getByTestId("list-columns")).getByLabelText(column));
    expect(headersOf(table)).not.toContain(column);
    await userEvent.type(screen.getByLabelText("Name of the view"), "Mine");
    await userEvent.click(screen.getByTestId("save-view"));
    await userEvent.click(within(screen.getByTestId("list-columns")).getByLabelText(column));
    await go(`/console${address}`);
    expect(headersOf(table)).toContain(column);
    await userEvent.click(screen.getByRole("button", { name: "Open the view Mine" }));
    expect(place.value.query.toString()).toBe("sort=newest");
    expect(headersOf(table)).not.toContain(column);
  });
});

it("sorts open disputes by due date, and all disputes by the newest", async () => {
  await show(<DisputeList />, "/disputes", "disputes");
  expect(orders()).toEqual(["due", "newest", "oldest", "highest", "lowest"]);
  await userEvent.selectOptions(screen.getByTestId("filter-tab"), "all");
  expect(orders()).toEqual(["newest", "oldest", "highest", "lowest", "due"]);
});

it("does not keep a searched id in a view", async () => {
  await show(<DeliveryList />, "/deliveries?id=ada&status=dead", "deliveries");
  await userEvent.type(screen.getByLabelText("Name of the view"), "Dead");
  await userEvent.click(screen.getByTestId("save-view"));
  const stored = JSON.parse(localStorage.getItem("tessera.console.list.st_1.deliveries") ?? "null");
  expect(stored.views).toEqual([{ name: "Dead", query: { status: "dead" }, columns: {} }]);
});

it("offers no choice of order in a list with only one, and requests none", async () => {
  const page = <SettlementBatchPage parts={{ id: "sbt_1" }} />;
  const requests = await show(page, "/reconciliation/batches/sbt_1?sort=newest", "lines");
  expect(screen.queryByTestId("filter-sort")).toBeNull();
  expect(requests.at(-1)?.path).toBe("/reconciliation/batches/sbt_1/lines");
  expect(screen.getByTestId("list-columns")).toBeTruthy();
});

it("sorts dismissed notices, and cannot hide a row's buttons", async () => {
  const requests = await show(
    <NoticeListPage />,
    "/reconciliation/notices?state=dismissed&sort=oldest",
    "notices",
  );
  expect(requests.at(-1)?.path).toBe("/reconciliation/notices?state=dismissed&sort=oldest");
  expect(headersOf("notices")).toContain("Decision");
  const choices = within(screen.getByTestId("list-columns"));
  expect(choices.queryByLabelText("Decision")).toBeNull();
  expect(choices.getByLabelText("Received")).toBeTruthy();
  await userEvent.selectOptions(screen.getByTestId("filter-state"), "");
  expect(screen.queryByTestId("filter-sort")).toBeNull();
});
