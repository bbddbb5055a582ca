import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addBankingDays, bankTime } from "#contract/banking-calendar";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { findCard } from "../catalogue/cards.ts";
import { createSandbox, type Sandbox } from "../create-sandbox.ts";
import { call, chargeOf } from "../testing/sandbox-client.ts";

const dayMs = 86_400_000;
/** A Monday, noon in New York. */
const startMs = Date.UTC(2026, 10, 30, 17);
const dataDir = mkdtempSync(join(tmpdir(), "sandbox-settlement-"));
const open = () =>
  createSandbox({ port: 0, chainProgram: null, dataDir, deps: { now: () => startMs } });

const nextBankingDay = (time: string) => addBankingDays(bankTime(Date.parse(time)).date, 0);

let sandbox: Sandbox;
let offsetMs = 0;
beforeAll(async () => {
  sandbox = await open();
});
afterAll(() => sandbox.close());

async function advance(byMs: number): Promise<void> {
  offsetMs += byMs;
  await call(`${sandbox.url}/admin/clock`, { body: { offsetMs } });
}
async function charge(processor: "northbank" | "quayside", key: string, card = "visa") {
  const response = await call(`${sandbox.url}/processors/${processor}/charges`, {
    key: sandboxCredentials[processor],
    idempotencyKey: key,
    body: chargeOf(findCard(card).number),
  });
  return String(response.body["chargeId"]);
}
async function refund(chargeId: string, key: string, amountMinor: number) {
  return call(`${sandbox.url}/processors/northbank/charges/${chargeId}/refunds`, {
    key: sandboxCredentials.northbank,
    idempotencyKey: key,
    body: {
      merchantReference: key,
      amountMinor,
      currency: "USD",
      surchargeMinor: 0,
      reason: "other",
    },
  });
}
async function download(path: string): Promise<{ status: number; text: string; name: string }> {
  const response = await fetch(sandbox.url + path);
  const name = response.headers.get("content-disposition") ?? "";
  return { status: response.status, text: await response.text(), name };
}
const report = (query = "", date = "2026-11-30", processor = "northbank") =>
  download(`/admin/settlement-files/${processor}/${date}${query}`);

test("a report contains what cleared on its day: no voids or reversed charges; refunds are on their own day", async () => {
  const [kept, voided, partly] = [
    await charge("northbank", "kept"),
    await charge("northbank", "voided"),
    await charge("northbank", "partly", "refund_returned_later"),
  ];
  await charge("quayside", "other");
  expect((await refund(voided, "void", 4_999)).body["kind"]).toBe("void");
  expect((await report()).status).toBe(404);
  await advance(dayMs);
  expect((await refund(partly, "some", 1_000)).status).toBe(200);
  await advance(40 * dayMs);

  const first = await report();
  expect(first.name).toContain("northbank-2026-11-30.csv");
  expect(first.text).toContain(`charge,${kept},,kept,`);
  expect(first.text).toContain(partly);
  expect(first.text).not.toContain(voided);
  expect(first.text.trimEnd().split("\r\n")).toHaveLength(4);
  // Asking again gives the same file.
  expect(await report()).toEqual(first);
  const second = await report("", "2026-12-01");
  expect(second.text).toMatch(/,refund,re_.*,some,.*,-1000,/);
  // The customer's bank returned it a moment later.
  expect(second.text).toMatch(/,refund_failure,re_.*,some,.*,1000,.*,returned_by_bank/);
  const listed = (await call(`${sandbox.url}/admin/settlement-files`)).body;
  expect(listed["reports"]).toContainEqual({
    processor: "quayside",
    date: "2026-11-30",
    format: "adyen",
    path: "/admin/settlement-files/quayside/2026-11-30",
  });
  expect((await report("", "2026-11-30", "quayside")).text).toMatch(/^Company Account,/);
});

test("formats and faults are chosen in the query, and unknown ones are refused", async () => {
  expect((await report("?format=stripe")).text).toMatch(/^automatic_payout_id,/);
  const lines = async (query: string) => (await report(query)).text.split("\r\n").length;
  expect(await lines("?fault=missing_row")).toBe((await lines("")) - 1);
  expect(await lines("?fault=doubled_row")).toBe((await lines("")) + 1);
  for (const query of ["?format=pdf", "?fault=nonsense", "?fault=toString"])
    expect((await report(query)).status).toBe(400);
  expect((await report("", "2026-11-30", "acme")).status).toBe(404);
  expect((await report("", "2026-11-29")).status).toBe(404);
});

test("each banking day has bank statements, in each format", async () => {
  const statement = (query: string, date = "2026-12-02") =>
    download(`/admin/bank-statements/${date}${query}`);
  const bai = await statement("");
  expect(bai.name).toContain("statement-2026-12-02.bai");
  // The payouts of Monday's batches are at the bank on Wednesday.
  expect(bai.text).toContain("NBPO20261130USD");
  expect(bai.text).toContain("QSPO20261130USD");
  expect((await statement("?format=mt940")).text).toContain(":28C:");
  expect((await statement("?format=camt053")).text).toContain("camt.053.001.08");
  expect((await statement("?fault=payout_without_reference")).text).not.toContain("NBPO");
  expect((await statement("", "2026-11-28")).status).toBe(404);
  expect((await statement("", "2099-01-04")).status).toBe(404);
  expect((await statement("", "nonsense")).status).toBe(404);
});

test("a late file is ready three banking days later", async () => {
  // This day is a Monday.
  const date = "2027-01-11";
  await advance(dayMs);
  await charge("northbank", "late");
  await advance(dayMs);
  expect((await report("", date)).status).toBe(200);
  expect((await report("?fault=late_file", date)).status).toBe(404);
  await advance(7 * dayMs);
  expect((await report("?fault=late_file", date)).status).toBe(200);
});

test.each(["", "2020-13-45"])("a late file for %j, which is no day, is not ready", async (date) => {
  for (const files of ["settlement-files/northbank", "bank-statements"]) {
    const { status } = await call(`${sandbox.url}/admin/${files}?date=${date}&fault=late_file`);
    expect(status).toBe(404);
  }
});

test("a dispute is deducted on the day of its chargeback, and a win is credited on its own day", async () => {
  const body = {
    ...chargeOf(findCard("visa").number),
    notificationUrl: "http://127.0.0.1:9/notices",
  };
  const response = await call(`${sandbox.url}/processors/northbank/charges`, {
    key: sandboxCredentials.northbank,
    idempotencyKey: "disputed",
    body,
  });
  const chargeId = String(response.body["chargeId"]);
  const opened = await call(`${sandbox.url}/admin/disputes`, { body: { chargeId, days: 60 } });
  expect(opened.status).toBe(201);
  const disputeId = String(opened.body["disputeId"]);
  const { body: before } = await call(`${sandbox.url}/admin/clock`);
  const first = nextBankingDay(String(before["time"]));
  await advance(4 * dayMs);
  const { body: after } = await call(`${sandbox.url}/admin/clock`);
  const second = nextBankingDay(String(after["time"]));
  const won = await call(`${sandbox.url}/admin/disputes/${disputeId}/acts`, {
    body: { act: "win" },
  });
  expect(won.status).toBe(200);
  await advance(5 * dayMs);
  expect((await report("", first)).text).toMatch(
    new RegExp(`dispute,${disputeId},${chargeId},,.*,-4999,1500,dispute,-6499,`),
  );
  expect((await report("", second)).text).toMatch(
    new RegExp(`dispute_reversal,${disputeId},${chargeId},,.*,4999,-1500,dispute,6499,`),
  );
});

test("the page offers the newest days; a restart keeps all files", async () => {
  const before = await report();
  const page = await download("/days");
  expect(page.text).toContain('<option value="2027-01-11">');
  await sandbox.close();
  sandbox = await open();
  expect(await report()).toEqual(before);
});
