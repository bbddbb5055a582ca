// @vitest-environment happy-dom
import { fireEvent, render, screen, within } from "@testing-library/preact";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import type { LedgerAccount, LedgerPosting } from "#contract/api/ledger";
import { changeLanguage } from "../../i18n/current-texts.ts";
import { go } from "../../router/place.ts";
import { takeSession } from "../../session/session.ts";
import { exampleSession } from "../../testing/examples.ts";
import { fakeService } from "../../testing/fake-service.ts";
import { signedInAs } from "../../testing/signed-in.ts";
import LedgerPage from "./ledger-page.tsx";

const account: LedgerAccount = {
  accountId: "processor_receivable:main",
  name: "Processor receivable: main",
  class: "asset",
  isClearing: true,
  currency: "USD",
  balance: 49.99,
  exactBalance: "49.99",
};
const posting: LedgerPosting = {
  postingId: "ref_1.asked",
  resourceType: "refund",
  resourceId: "ref_1",
  cause: "asked",
  paymentId: "pay_1",
  currency: "ETH",
  entries: [
    {
      accountId: "customer_orders",
      name: "Customer orders",
      side: "debit",
      amount: 0.1,
      exactAmount: "0.100000000000000001",
    },
    {
      accountId: "refunds_in_flight:card",
      name: "Refunds in flight: card",
      side: "credit",
      amount: 0.1,
      exactAmount: "0.100000000000000001",
    },
  ],
  reverses: null,
  happenedAt: "2026-03-12T09:00:00.000Z",
  postedAt: "2026-03-12T09:00:00.000Z",
};
const page = { data: [posting], page: 1, size: 20, total: 1 };

signedInAs("reviewer", "/console/ledger");

it("shows balances, and postings with exact amounts and links to their payment", async () => {
  fakeService({
    "GET /ledger/accounts": { at: posting.postedAt, data: [account] },
    "GET /ledger/postings": page,
  });
  render(<LedgerPage />);
  const accounts = await screen.findByTestId("ledger-accounts");
  await within(accounts).findByText("Processor receivable: main");
  expect(accounts.textContent).toContain("49.99 USD");
  const postings = await screen.findByTestId("ledger-postings");
  await within(postings).findByText("ref_1");
  expect(postings.textContent).toContain("0.100000000000000001 ETH");
  const link = screen.getByText("ref_1").closest("a");
  expect(link?.getAttribute("href")).toBe("/console/payments?search=pay_1");
});

it("asks for the postings of one resource, and exports what is shown", async () => {
  await go("/console/ledger?resource=pay_1");
  const requests = fakeService({
    "GET /exports/ledger?resourceId=pay_1&format=csv": {},
    "GET /ledger/accounts": { at: posting.postedAt, data: [account] },
    "GET /ledger/postings?resourceId=pay_1": page,
  });
  render(<LedgerPage />);
  await screen.findByTestId("ledger-postings");
  expect(screen.queryByTestId("ledger-accounts")).toBeNull();
  await userEvent.click(screen.getByTestId("export"));
  expect(screen.getByText("Export postings")).toBeTruthy();
  await userEvent.click(screen.getByTestId("export-start"));
  await vi.waitFor(() =>
    expect(requests.map(({ path }) => path)).toContain(
      "/exports/ledger?resourceId=pay_1&format=csv",
    ),
  );
});

it("names causes and accounts in the language of the page, and links each posting to its resource", async () => {
  const of = (resourceType: string, resourceId: string, cause: string): LedgerPosting => ({
    ...posting,
    postingId: `${resourceId}.${cause}`,
    resourceType,
    resourceId,
    cause,
    paymentId: null,
  });
  const data = [
    posting,
    of("dispute", "dsp_1", "won_2"),
    of("payout", "di_1", "ended_again"),
    of("settlement", "sbt_1:12", "settled"),
    of("bank_line", "sbt_2:1", "booked"),
    of("correction", "sbk_1:3:1", "undone"),
    of("of_tomorrow", "x_1", "new_cause"),
  ];
  fakeService({
    "GET /ledger/accounts": { at: posting.postedAt, data: [account] },
    "GET /ledger/postings": { ...page, data, total: data.length },
  });
  render(<LedgerPage />);
  const postings = await screen.findByTestId("ledger-postings");
  await within(postings).findByText("dsp_1");
  const hrefOf = (id: string) => screen.getByText(id).closest("a")?.getAttribute("href");
  expect(data.map(({ resourceId }) => hrefOf(resourceId))).toEqual([
    "/console/payments?search=pay_1",
    "/console/disputes/dsp_1",
    "/console/payouts/di_1",
    "/console/reconciliation/batches/sbt_1",
    "/console/reconciliation/batches/sbt_2",
    "/console/reconciliation/breaks/sbk_1",
    undefined,
  ]);
  const causes = () =>
    [...postings.querySelectorAll("tbody .strong")].map(({ textContent }) => textContent);
  expect(causes().slice(0, 3)).toEqual(["Requested", "Won", "Ended without payment"]);
  expect(causes().at(-1)).toBe("New cause");
  await changeLanguage("es");
  try {
    expect(causes().slice(0, 3)).toEqual(["Solicitado", "Ganada", "Terminó sin pago"]);
    expect(screen.getByTestId("ledger-accounts").textContent).toContain(
      "Por cobrar al procesador: main",
    );
  } finally {
    await changeLanguage("en");
  }
});

it("downloads the balances with exact amounts", async () => {
  fakeService({
    "GET /ledger/accounts": {
      at: posting.postedAt,
      data: [{ ...account, currency: "ETH", exactBalance: "-0.100000000000000001" }],
    },
    "GET /ledger/postings": page,
  });
  const files: Blob[] = [];
  const create = vi.spyOn(URL, "createObjectURL").mockImplementation((file) => {
    files.push(file as Blob);
    return "blob:x";
  });
  render(<LedgerPage />);
  await userEvent.click(await screen.findByTestId("balances-csv"));
  create.mockRestore();
  expect(await files[0]?.text()).toContain(
    "processor_receivable:main,Processor receivable: main,asset,true,-0.100000000000000001,ETH,2026-03-12T09:00:00.000Z",
  );
});

it("names the downloaded balances after the day in the person's time zone", async () => {
  fakeService({
    // The end of March 11 in New York.
    "GET /ledger/accounts": { at: "2026-03-12T03:59:59.999Z", data: [account] },
    "GET /ledger/postings": page,
  });
  vi.spyOn(Date.prototype, "getDate").mockImplementation(function (this: Date) {
    return new Date(this.getTime() - 4 * 60 * 60_000).getUTCDate();
  });
  vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:x");
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    names.push(this.download);
  });
  try {
    render(<LedgerPage />);
    fireEvent.click(await screen.findByTestId("balances-csv"));
  } finally {
    vi.restoreAllMocks();
  }
  expect(names).toEqual(["balances-2026-03-11.csv"]);
});

it("offers no export to a role that may not export", async () => {
  takeSession(exampleSession("viewer"));
  fakeService({
    "GET /ledger/accounts": { at: posting.postedAt, data: [] },
    "GET /ledger/postings": { ...page, data: [], total: 0 },
  });
  render(<LedgerPage />);
  await screen.findByTestId("ledger-postings-empty");
  expect(screen.queryByTestId("export")).toBeNull();
  expect(screen.queryByTestId("balances-csv")).toBeNull();
});
