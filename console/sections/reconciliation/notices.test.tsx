// @vitest-environment happy-dom
import { render, screen, within } from "@testing-library/preact";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import type { NoticeForStaff } from "#contract/console/notices";
import { changeLanguage } from "../../i18n/current-texts.ts";
import { takeSession } from "../../session/session.ts";
import { exampleSession } from "../../testing/examples.ts";
import { fakeService, Refusal } from "../../testing/fake-service.ts";
import { signedInAs } from "../../testing/signed-in.ts";
import NoticeListPage from "./notice-list.tsx";
import { WaitingNotices } from "./waiting-notices.tsx";

signedInAs("reviewer");

const notice: NoticeForStaff = {
  processor: "northbank",
  eventId: "evt/1",
  type: "dispute",
  state: "waiting",
  problem: "charge_unknown",
  amount: 40,
  currency: "USD",
  network: "visa",
  code: "10.4",
  charge: "ch_lost",
  reference: "pd_1",
  respondBy: "2026-12-05T00:00:00.000Z",
  receivedAt: "2026-11-24T10:00:00.000Z",
  note: null,
  decidedBy: null,
  decidedAt: null,
};
const list = (...data: NoticeForStaff[]) => ({ data, page: 1, size: 20, total: data.length });
const place = "/reconciliation/notices/northbank/evt%2F1";

it("says in the section how many notices match no payment, and links to them", async () => {
  fakeService({ "GET /reconciliation/notices": { ...list(notice), total: 3 } });
  render(<WaitingNotices />);
  const panel = within(await screen.findByTestId("waiting-notices"));
  expect(panel.getByText(/3 notices match none of your payments/)).toBeTruthy();
  expect(panel.getByRole("link").getAttribute("href")).toBe("/console/reconciliation/notices");
});

it("matches a notice to a payment, and says why a payment is refused", async () => {
  let response: unknown = new Refusal(400, "invalid_value");
  const requests = fakeService({
    "GET /reconciliation/notices": list(notice),
    [`POST ${place}`]: () => response,
  });
  render(<NoticeListPage />);
  const table = within(await screen.findByTestId("notices"));
  expect(await table.findByText("$40.00")).toBeTruthy();
  expect(table.getByText(/Unknown charge/)).toBeTruthy();
  await userEvent.click(table.getByTestId("notice-match"));
  await userEvent.click(screen.getByTestId("notice-confirm"));
  expect(screen.getByTestId("error-paymentId").textContent).toContain("Enter a payment ID.");
  await userEvent.type(screen.getByLabelText("Payment ID"), "pay_1");
  await userEvent.type(screen.getByLabelText("Reason"), "Same card");
  await userEvent.click(screen.getByTestId("notice-confirm"));
  expect(await screen.findByText(/cannot be about this payment/)).toBeTruthy();
  response = { state: "applied" };
  await userEvent.click(screen.getByTestId("notice-confirm"));
  await vi.waitFor(() => expect(screen.queryByTestId("notice-dialog")).toBeNull());
  expect(requests.find(({ method }) => method === "POST")?.body).toEqual({
    action: "match",
    paymentId: "pay_1",
    reason: "Same card",
  });
});

it("reads the list again when someone else has decided, and keeps the dialog", async () => {
  let data = [notice];
  fakeService({
    "GET /reconciliation/notices": () => list(...data),
    [`POST ${place}`]: () => {
      data = [];
      return new Refusal(409, "conflicting_state");
    },
  });
  render(<NoticeListPage />);
  await userEvent.click(await screen.findByTestId("notice-dismiss"));
  await userEvent.type(screen.getByLabelText("Reason"), "A test");
  await userEvent.click(screen.getByTestId("notice-confirm"));
  await screen.findByTestId("notices-empty");
  expect(within(screen.getByTestId("notice-dialog")).getByTestId("failure")).toBeTruthy();
});

it("dismisses a notice only with a reason; the heading takes the focus of its row", async () => {
  let isDismissed = false;
  const requests = fakeService({
    "GET /reconciliation/notices": () => (isDismissed ? list() : list(notice)),
    [`POST ${place}`]: () => {
      isDismissed = true;
      return { state: "dismissed" };
    },
  });
  render(<NoticeListPage />);
  await userEvent.click(await screen.findByTestId("notice-dismiss"));
  await userEvent.click(screen.getByTestId("notice-confirm"));
  expect(screen.getByTestId("error-reason").textContent).toContain("Enter a reason.");
  await userEvent.type(screen.getByLabelText("Reason"), "Not ours");
  await userEvent.click(screen.getByTestId("notice-confirm"));
  await vi.waitFor(() => expect(screen.queryByTestId("notice-dialog")).toBeNull());
  await vi.waitFor(() => expect(screen.queryByTestId("notice-dismiss")).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 }));
  expect(requests.find(({ method }) => method === "POST")?.body).toEqual({
    action: "dismiss",
    reason: "Not ours",
  });
});

it("offers viewers no decisions, and speaks Spanish", async () => {
  takeSession(exampleSession("viewer"));
  await changeLanguage("es");
  fakeService({ "GET /reconciliation/notices": list(notice) });
  render(<NoticeListPage />);
  expect(await screen.findByText(/Cargo desconocido/)).toBeTruthy();
  expect(screen.queryByTestId("notice-match")).toBeNull();
});
