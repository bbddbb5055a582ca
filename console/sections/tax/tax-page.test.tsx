// @vitest-environment happy-dom
import { render, screen, waitFor, within } from "@testing-library/preact";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { TaxFiling, TaxForm, TaxPrize } from "#contract/console/tax";
import { noteServerTime } from "../../session/server-time.ts";
import { fakeService, Refusal } from "../../testing/fake-service.ts";
import { signedInAs } from "../../testing/signed-in.ts";
import TaxPage from "./tax-page.tsx";

const year = new Date().getFullYear();
const at = new Date().toISOString();
const ada = { externalCustomerId: "customer-1", customerName: "Ada Lovelace" };
const form: TaxForm = {
  ...ada,
  customerEmail: "ada@example.com",
  form: "1099-MISC",
  payeeName: null,
  maskedTin: null,
  amount: 2100,
  withheld: 0,
  state: "to_file",
  problem: "w9_missing",
  exported: null,
};
const boxes = {
  box1: 2500,
  box2: "2026-03-04",
  box3: "Bingo",
  box4: null,
  box5: null,
  box6: null,
  box7: null,
  box8: null,
  box9: null,
  box10: null,
  box11: null,
  box12: null,
  box13: null,
  box14: null,
  box15: null,
  box16: null,
  box17: null,
  box18: null,
};
const prize: TaxPrize = {
  ...ada,
  customerEmail: "ada@example.com",
  prizeId: "prize_1",
  externalPrizeId: "bingo-7",
  taxYear: year,
  boxes,
  status: "recorded",
  wager: { gameType: "bingo", wagerAmount: null, multiple: null },
  legallyReportable: true,
  withholding: { kind: "none", amount: 0, ratePercent: null },
  createdAt: at,
  updatedAt: at,
};
const filing: TaxFiling = {
  taxFilingId: "tf_1",
  taxYear: year,
  form: "1099-MISC",
  isCorrection: false,
  formCount: 1,
  status: "submitted",
  createdBy: "Ana Pérez",
  createdAt: at,
  filedAt: null,
  receiptId: null,
};

signedInAs("admin", "/console/tax");

function open(more: Record<string, unknown> = {}) {
  const requests = fakeService({
    [`GET /tax/${year}/forms`]: {
      data: [form, { ...form, externalCustomerId: "customer-2", customerName: null }],
      page: 1,
      size: 20,
      total: 2,
      states: { to_file: 2 },
    },
    [`GET /tax/${year}/prizes`]: { data: [prize], page: 1, size: 20, total: 1 },
    [`GET /tax/${year}/filings`]: { data: [filing] },
    ...more,
  });
  render(<TaxPage />);
  return requests;
}

it("names payees by W‑9, else by profile, else by e-mail", async () => {
  open();
  await within(screen.getByTestId("tax-forms")).findByText("Ada Lovelace");
  const [, first, second] = within(screen.getByTestId("tax-forms")).getAllByRole("row");
  expect(first?.textContent).toContain("Ada Lovelace");
  expect(first?.textContent).toContain("ada@example.com");
  expect(second?.querySelector(".strong")?.textContent).toBe("ada@example.com");
  expect(within(second as HTMLElement).getByRole("link", { name: "customer-2" })).toBeTruthy();
});

it("names a prize's winner, with the amount at the end of the line", async () => {
  open();
  const line = await screen.findByTestId("prize");
  expect(line.textContent).toMatch(/^Ada Lovelace.*ada@example\.com.*customer-1.*bingo-7/);
  expect(line.textContent).toMatch(/To report.*Recorded.*\$2,500\.00PDF$/);
});

it("shows how long ago an export was made, and the exact time on focus", async () => {
  open();
  const time = await within(screen.getByTestId("tax-filings")).findByText("just now");
  expect(time.tabIndex).toBe(0);
  expect(time.dataset["exact"]).toContain(String(year));
});

it("shows the first page of another year's prizes, and reads them again after an export", async () => {
  const before = year - 1;
  const exported = { taxFilingId: "tf_2", formCount: 1, files: [], left: [] };
  const requests = open({
    [`GET /tax/${year}/prizes`]: { data: [prize], page: 1, size: 20, total: 25 },
    [`GET /tax/${before}/forms`]: { data: [], page: 1, size: 20, total: 0, states: {} },
    [`GET /tax/${before}/filings`]: { data: [] },
    [`GET /tax/${before}/prizes`]: { data: [prize], page: 1, size: 20, total: 1 },
    [`POST /tax/${before}/exports`]: exported,
  });
  const prizes = (of: number) =>
    requests.filter(({ path }) => path.startsWith(`/tax/${of}/prizes`)).map(({ path }) => path);
  await screen.findByTestId("prize");
  await userEvent.click(screen.getByRole("button", { name: "Next" }));
  await waitFor(() => expect(prizes(year).at(-1)).toContain("page=2"));
  await userEvent.selectOptions(screen.getByTestId("filter-year"), String(before));
  await waitFor(() => expect(prizes(before)).toEqual([`/tax/${before}/prizes?page=1&size=20`]));
  await userEvent.click(screen.getByTestId("tax-export"));
  await userEvent.click(screen.getByTestId("tax-export-go"));
  await screen.findByTestId("tax-exported");
  await waitFor(() => expect(prizes(before)).toHaveLength(2));
});

it("reads forms and prizes again after an export was filed", async () => {
  const requests = open({
    "POST /tax/filings/tf_1/filed": { data: [{ ...filing, status: "filed", filedAt: at }] },
  });
  await userEvent.click(await screen.findByTestId("mark-filed"));
  await userEvent.click(screen.getByTestId("filed-go"));
  for (const list of ["forms", "prizes"]) {
    await waitFor(() =>
      expect(requests.filter(({ path }) => path.includes(`/${list}`))).toHaveLength(2),
    );
  }
});

it("shows the newest failure of an export's downloads", async () => {
  const errors = [{ path: "forms.0", message: "Ada's address", errorCode: "invalid_value" }];
  open({
    [`GET /tax/${year}/filings`]: { data: [{ ...filing, form: "1099-MISC" }] },
    "POST /tax/filings/tf_1/export-again": new Refusal(503, "service_unavailable"),
    "POST /tax/filings/tf_1/xml": new Refusal(409, "iris_refused", { errors }),
  });
  await userEvent.click(await screen.findByTestId("export-again"));
  await screen.findByTestId("failure");
  await userEvent.click(screen.getByTestId("export-xml"));
  expect((await screen.findByTestId("iris-problems")).textContent).toBe("Ada's address");
});

it("sends nothing when the receipt has not changed", async () => {
  const filed: TaxFiling = { ...filing, form: "1099-MISC", status: "filed", receiptId: "R-1" };
  const requests = open({ [`GET /tax/${year}/filings`]: { data: [filed] } });
  await userEvent.click(await screen.findByTestId("mark-filed"));
  await userEvent.click(screen.getByTestId("filed-go"));
  expect(screen.queryByTestId("filed-dialog")).toBeNull();
  expect(requests.filter(({ method }) => method === "POST")).toEqual([]);
});

it("reads the list of exports again when the response to an export is lost", async () => {
  const requests = open({
    [`POST /tax/${year}/exports`]: new Refusal(503, "service_unavailable"),
  });
  await userEvent.click(screen.getByTestId("tax-export"));
  await userEvent.click(screen.getByTestId("tax-export-go"));
  await screen.findByTestId("failure");
  await waitFor(() =>
    expect(requests.filter(({ path }) => path.endsWith("/filings"))).toHaveLength(2),
  );
});

it("offers the year that the sandbox's clock was moved to", () => {
  noteServerTime(`${year + 1}-06-01T12:00:00.000Z`);
  open();
  noteServerTime(new Date().toISOString());
  expect(screen.getByRole("option", { name: String(year + 1) })).toBeTruthy();
});
