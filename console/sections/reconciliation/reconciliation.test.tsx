// @vitest-environment happy-dom
import { render, screen, within } from "@testing-library/preact";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { BreakPage, BreakSummary, DayStrip } from "#contract/console/reconciliation";
import { changeLanguage } from "../../i18n/current-texts.ts";
import { takeSession } from "../../session/session.ts";
import { exampleSession } from "../../testing/examples.ts";
import { fakeService, Refusal } from "../../testing/fake-service.ts";
import { signedInAs } from "../../testing/signed-in.ts";
import { listenToKeys } from "../../ui/keys.tsx";
import BreakPageView from "./break-page.tsx";
import ReconciliationPage from "./reconciliation-page.tsx";

signedInAs("admin");

const day = { batchCount: 1, matchedCount: 12, openCount: 0, openSums: [], isRunning: false };
const strip: DayStrip = {
  days: ["2026-11-24", "2026-11-25", "2026-11-26", "2026-11-27", "2026-11-28"],
  sources: [{ source: "alpha", kind: "processor", label: "alpha", shown: "alpha" }],
  data: [
    { ...day, date: "2026-11-24", source: "alpha", colour: "green", isUnpaid: false },
    { ...day, date: "2026-11-25", source: "alpha", colour: "amber", isUnpaid: true },
    {
      ...day,
      date: "2026-11-26",
      source: "alpha",
      colour: "red",
      isUnpaid: false,
      openCount: 2,
      openSums: [{ currency: "USD", amount: 12.5 }],
    },
  ],
};
const summary: BreakSummary = {
  settlementBreakId: "sbk_1",
  class: "amount_mismatch",
  state: "open",
  source: "alpha",
  currency: "USD",
  amount: 0.01,
  subject: { type: "payment", id: "pay_1" },
  processorReference: "ch_1",
  openedAt: "2026-11-24T10:00:00.000Z",
  closedAt: null,
  age: "2-3",
  ageDays: 2,
  owner: null,
  isProposed: false,
  version: 3,
};
const page: BreakPage = {
  summary,
  fields: [
    { name: "amount", ours: 52.48, theirs: 52.47, differs: true },
    { name: "currency", ours: "USD", theirs: "USD", differs: false },
    { name: "status", ours: "success", theirs: null, differs: false },
  ],
  notes: [{ at: "2026-11-24T11:00:00.000Z", by: "Ada", action: "ask", text: "Mail sent" }],
  batch: null,
  bankEntry: null,
  paymentIntentId: "pi_1",
  suggestions: [],
  actions: ["assign", "explain", "resolve", "write_off"],
  resolutions: ["fee", "processor_correction"],
  splitResolutions: ["fee", "processor_correction"],
  parts: [],
  proposal: null,
};
const list = (...data: BreakSummary[]) => ({ data, page: 1, size: 20, total: data.length });
const noNotices = { data: [], page: 1, size: 1, total: 0 };

describe("the section", () => {
  it("says each day's state in words, and lists the breaks", async () => {
    fakeService({
      "GET /reconciliation/days": strip,
      "GET /reconciliation/notices": noNotices,
      "GET /reconciliation/breaks": list(summary),
    });
    render(<ReconciliationPage />);
    const row = within(await screen.findByTestId("strip-source"));
    expect(row.getByTestId("day-2026-11-24").textContent).toBe("12 rows OK");
    expect(row.getByTestId("day-2026-11-25").textContent).toContain("Waiting");
    expect(row.getByTestId("day-2026-11-25").textContent).toContain("no bank entry yet");
    expect(row.getByTestId("day-2026-11-26").textContent).toBe("2 breaks$12.50");
    expect(row.getAllByRole("cell").map(({ textContent }) => textContent?.slice(0, 7))).toEqual([
      "2 break",
      "Waiting",
      "12 rows",
    ]);
    const table = within(await screen.findByTestId("breaks"));
    expect(table.getByText("Amounts differ")).toBeTruthy();
    expect(table.getByText("$0.01")).toBeTruthy();
    expect(table.getByText("2 days")).toBeTruthy();
    const csv = screen.getByTestId("csv-breaks").getAttribute("href");
    expect(csv).toBe("/console/api/reconciliation/exports/breaks");
  });

  it("goes back to earlier days, and to the newest again", async () => {
    const before = { ...strip, days: ["2026-11-10", "2026-11-23"], data: [] };
    const requests = fakeService({
      "GET /reconciliation/days": strip,
      "GET /reconciliation/days?to=2026-11-23": before,
      "GET /reconciliation/notices": noNotices,
      "GET /reconciliation/breaks": list(),
    });
    render(<ReconciliationPage />);
    await userEvent.click(await screen.findByTestId("days-earlier"));
    await userEvent.click(await screen.findByTestId("days-newest"));
    expect(await screen.findByTestId("day-2026-11-26")).toBeTruthy();
    expect(screen.queryByTestId("days-newest")).toBeNull();
    const days = requests.map(({ path }) => path).filter((path) => path.includes("/days"));
    expect(days.slice(0, 2)).toEqual([
      "/reconciliation/days",
      "/reconciliation/days?to=2026-11-23",
    ]);
  });

  it("imports a file, and says where a refused one is wrong", async () => {
    let response: unknown = new Refusal(400, "settlement_file_refused", {
      message: "Line 4: The sum is wrong. Nothing was imported.",
    });
    const requests = fakeService({
      "GET /reconciliation/days": strip,
      "GET /reconciliation/notices": noNotices,
      "GET /reconciliation/breaks": list(),
      "POST /reconciliation/files": () => response,
    });
    render(<ReconciliationPage />);
    await userEvent.click(await screen.findByTestId("upload"));
    await userEvent.click(screen.getByTestId("upload-send"));
    expect(screen.getByTestId("error-file").textContent).toContain("Choose a file.");
    const file = new File(["batch_id"], "alpha.csv", { type: "text/csv" });
    await userEvent.upload(screen.getByLabelText("File"), file);
    await userEvent.type(screen.getByLabelText("Processor"), "alpha");
    await userEvent.click(screen.getByTestId("upload-send"));
    expect(await screen.findByText(/Line 4: The sum is wrong/)).toBeTruthy();
    response = {
      settlementFileId: "sfl_1",
      source: "alpha",
      format: "csv",
      name: "alpha.csv",
      sha256: "00",
      sizeBytes: 8,
      state: "pending",
      duplicate: false,
      rowCount: 1,
      rowsDone: 0,
      matchedCount: 0,
      breakCount: 0,
      refusal: null,
      createdAt: "2026-11-24T10:00:00.000Z",
      processedAt: null,
    };
    await userEvent.click(screen.getByTestId("upload-send"));
    await vi.waitFor(() => expect(screen.queryByTestId("upload-dialog")).toBeNull());
    const sent = requests.find(({ method }) => method === "POST");
    expect(sent?.path).toBe("/reconciliation/files?processor=alpha&name=alpha.csv");
    expect(sent?.headers.get("content-type")).toBe("application/octet-stream");
  });

  it("offers viewers no changes", async () => {
    takeSession(exampleSession("viewer"));
    fakeService({
      "GET /reconciliation/days": strip,
      "GET /reconciliation/notices": noNotices,
      "GET /reconciliation/breaks": list(),
    });
    render(<ReconciliationPage />);
    await screen.findByTestId("breaks-empty");
    expect(screen.queryByTestId("upload")).toBeNull();
  });
});

describe("a break", () => {
  let stop: () => void;
  beforeEach(() => {
    stop = listenToKeys();
  });
  afterEach(() => stop());

  it("shows both records, marks what differs in words, and is resolved with a reason", async () => {
    const requests = fakeService({
      "GET /reconciliation/breaks/sbk_1": page,
      "POST /reconciliation/breaks/sbk_1": {
        ...page,
        summary: { ...summary, state: "resolved", version: 4 },
        actions: ["reopen"],
      },
    });
    render(<BreakPageView parts={{ id: "sbk_1" }} />);
    const rows = within(await screen.findByTestId("break-compare")).getAllByRole("row");
    expect(rows[1]?.textContent).toBe("AmountDiffers52.4852.47");
    expect(rows[2]?.textContent).toBe("CurrencyUSDUSD");
    expect(rows[3]?.textContent).toBe("StatussuccessNone");
    expect(screen.getByTestId("break-history").textContent).toContain("Ada asked");
    await userEvent.keyboard("r");
    await userEvent.click(screen.getByTestId("break-send"));
    expect(screen.getByTestId("resolution-missing")).toBeTruthy();
    await userEvent.click(screen.getByLabelText(/The processor corrects it/));
    expect(screen.getByTestId("error-text").textContent).toContain("Enter a reason.");
    await userEvent.type(screen.getByLabelText("Reason"), "Paid in the next batch");
    await userEvent.click(screen.getByTestId("break-send"));
    expect(await screen.findByText("Resolved")).toBeTruthy();
    expect(requests.find(({ method }) => method === "POST")?.body).toEqual({
      action: "resolve",
      version: 3,
      resolution: "processor_correction",
      text: "Paid in the next batch",
    });
    expect(screen.getByTestId("break-reopen")).toBeTruthy();
  });

  it("writes amounts in Spanish as everywhere else", async () => {
    fakeService({ "GET /reconciliation/breaks/sbk_1": page });
    await changeLanguage("es");
    render(<BreakPageView parts={{ id: "sbk_1" }} />);
    const rows = within(await screen.findByTestId("break-compare")).getAllByRole("row");
    expect(rows[1]?.textContent).toContain("52.48");
  });

  it.each([
    ["USD", 100.01, "Above $100.00, a second person must confirm."],
    ["JPY", 10_001, "Above ¥10,000, a second person must confirm."],
    ["JPY", 10_000, null],
    ["KWD", 10.001, "Above KWD\u00a010.000, a second person must confirm."],
  ])(
    "says from which amount a second person must confirm: %s %d",
    async (currency, amount, text) => {
      const actions = ["write_off", "split"] as const;
      fakeService({
        "GET /reconciliation/breaks/sbk_1": {
          ...page,
          summary: { ...summary, currency, amount },
          actions,
        },
      });
      render(<BreakPageView parts={{ id: "sbk_1" }} />);
      for (const action of actions) {
        await userEvent.click(await screen.findByTestId(`break-${action}`));
        const dialog = screen.getByTestId(action === "split" ? "split-dialog" : "break-dialog");
        expect(/Above .*must confirm\./.exec(dialog.textContent ?? "")?.[0] ?? null).toBe(text);
        await userEvent.click(within(dialog).getByRole("button", { name: "Cancel" }));
      }
    },
  );

  it("is split into parts that must add up exactly", async () => {
    const whole = { ...summary, amount: 1 };
    const splittable: BreakPage = { ...page, summary: whole, actions: ["resolve", "split"] };
    const parts: BreakPage["parts"] = [
      { resolution: "fee", amount: 0.3 },
      { resolution: "processor_correction", amount: 0.5 },
      { resolution: "fee", amount: 0.2 },
    ];
    const requests = fakeService({
      "GET /reconciliation/breaks/sbk_1": splittable,
      "POST /reconciliation/breaks/sbk_1": { ...splittable, parts, actions: ["reopen"] },
    });
    render(<BreakPageView parts={{ id: "sbk_1" }} />);
    await screen.findByTestId("break-split");
    await userEvent.keyboard("s");
    const amount = (at: number) => screen.getAllByLabelText("Amount (USD)")[at] as HTMLElement;
    await userEvent.click(screen.getByTestId("split-send"));
    expect(screen.getByTestId("error-amount-0").textContent).toContain("Enter an amount.");
    await userEvent.type(amount(0), "0.30");
    await userEvent.type(amount(1), "0.71");
    expect(screen.getByTestId("split-left").textContent).toBe("$0.01 too much");
    await userEvent.type(screen.getByLabelText("Reason"), "Two causes");
    await userEvent.click(screen.getByTestId("split-send"));
    expect(requests.some(({ method }) => method === "POST")).toBe(false);
    await userEvent.clear(amount(1));
    await userEvent.type(amount(1), "0.5");
    expect(screen.getByTestId("split-left").textContent).toBe("Left to split: $0.20");
    await userEvent.click(screen.getByTestId("split-add"));
    expect(screen.getByTestId("split-left").textContent).toBe("Left to split: $0.00");
    await userEvent.click(screen.getByTestId("split-send"));
    expect((await screen.findByTestId("break-parts")).textContent).toBe(
      "Split into: Fee $0.30 · Processor corrects it $0.50 · Fee $0.20",
    );
    expect(requests.find(({ method }) => method === "POST")?.body).toEqual({
      action: "split",
      version: 3,
      parts,
      text: "Two causes",
    });
  });

  it("says when someone else changed it, and offers a reload", async () => {
    fakeService({
      "GET /reconciliation/breaks/sbk_1": page,
      "POST /reconciliation/breaks/sbk_1": new Refusal(409, "conflicting_state"),
    });
    render(<BreakPageView parts={{ id: "sbk_1" }} />);
    await userEvent.click(await screen.findByTestId("break-assign"));
    expect(await screen.findByText(/This has changed since you opened it/)).toBeTruthy();
  });

  it("shows no refusal of one action in the dialog of another", async () => {
    fakeService({
      "GET /reconciliation/breaks/sbk_1": page,
      "POST /reconciliation/breaks/sbk_1": new Refusal(409, "conflicting_state"),
    });
    render(<BreakPageView parts={{ id: "sbk_1" }} />);
    await userEvent.click(await screen.findByTestId("break-assign"));
    await screen.findByTestId("failure");
    await userEvent.click(screen.getByTestId("break-explain"));
    const dialog = within(screen.getByTestId("break-dialog"));
    expect(dialog.queryByTestId("failure")).toBeNull();
    // Its own refusal stays on the page, with the button that reads again.
    await userEvent.type(dialog.getByLabelText("Reason"), "Known");
    await userEvent.click(dialog.getByTestId("break-send"));
    await dialog.findByTestId("failure");
    await userEvent.click(dialog.getByTestId("break-cancel"));
    expect(screen.getByTestId("retry")).toBeTruthy();
  });

  it("speaks Spanish", async () => {
    await changeLanguage("es");
    fakeService({ "GET /reconciliation/breaks/sbk_1": page });
    render(<BreakPageView parts={{ id: "sbk_1" }} />);
    expect(await screen.findByText("Importes distintos")).toBeTruthy();
    expect(screen.getByTestId("break-resolve").textContent).toContain("Resolver");
  });
});
