/** A whole file is never held in memory, either on arrival or during the import. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createFailurePauses } from "../../platform/jobs/failure-pauses.ts";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { importFiles } from "./import-job.ts";
import { openReader } from "./readers/open-reader.ts";
import { receiveFile } from "./receive-file.ts";
import { settlementCsv, stripeReport } from "./testing/example-files.ts";

let t: TestService;
beforeAll(async () => {
  t = await createTestService();
});
afterAll(() => t.close());

const pauses = createFailurePauses();
/** This must be the same as in receive-file.ts. */
const partCharacters = 256 * 1024;
const pieceCharacters = 64 * 1024;
const rows = 6_000;
const content = settlementCsv(
  "b1",
  Array.from({ length: rows }, (_, number) => ({
    row_type: "fee" as const,
    processor_reference: `fee-${number}-${"x".repeat(90)}`,
    fee_minor: 1,
    fee_kind: "scheme",
  })),
);
/** All rows, with the payout's row. */
const allRows = rows + 1;

function* piecesOf(text: string, characters: number): Generator<string> {
  for (let at = 0; at < text.length; at += characters) yield text.slice(at, at + characters);
}

const partsStored = async () => {
  const { count } = await t.service.deps.database.kysely
    .selectFrom("settlement_file_parts")
    .select((select) => select.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
};
const rowsDone = async () =>
  await t.service.deps.database.kysely
    .selectFrom("settlement_files")
    .select(["rows_done", "state"])
    .executeTakeFirstOrThrow();

test("a file is stored while it arrives, and imported a piece at a time", async () => {
  const { operatorId } = t.operator;
  let sent = 0;
  let maxHeld = 0;
  const arriving = async function* () {
    for (const piece of piecesOf(content, pieceCharacters)) {
      // Characters that are sent, but not in the store.
      maxHeld = Math.max(maxHeld, sent - (await partsStored()) * partCharacters);
      sent += piece.length;
      yield Buffer.from(piece);
    }
  };
  const { settlement } = t.service;
  const upload = { operatorId, processor: "alpha", actor: { kind: "api" } as const };
  expect((await receiveFile(settlement, upload, arriving())).file.state).toBe("pending");
  expect(sent).toBeGreaterThan(3 * partCharacters);
  expect(maxHeld).toBeGreaterThan(0);
  expect(maxHeld).toBeLessThanOrEqual(partCharacters + pieceCharacters);

  // A stopping process ends after one transaction of 1,000 rows.
  let opened = 0;
  const { keyring } = settlement;
  const counting = Object.create(keyring, {
    decryptField: {
      value: (...args: Parameters<typeof keyring.decryptField>) => {
        if (args[0].column === "content_sealed") opened += 1;
        return keyring.decryptField(...args);
      },
    },
  });
  const rowCharacters = content.length / allRows;
  for (let done = 1_000; done < allRows; done += 1_000) {
    opened = 0;
    await importFiles({ ...settlement, keyring: counting }, AbortSignal.abort(), pauses);
    expect(await rowsDone()).toEqual({ rows_done: done, state: "processing" });
    // Only the pieces up to the last stored row are needed.
    const needed = Math.ceil((done * rowCharacters) / partCharacters);
    expect(opened).toBeGreaterThan(0);
    expect(opened).toBeLessThanOrEqual(needed + 1);
  }
  await importFiles(settlement, new AbortController().signal, pauses);
  expect(await rowsDone()).toEqual({ rows_done: allRows, state: "processed" });
  expect(await partsStored()).toBe(0);
});

describe("a reader returns each row as soon as it has its line", () => {
  const [header = "", line = ""] = stripeReport.split("\n");
  const stripe = [header, ...Array.from({ length: 2_000 }, () => line), ""].join("\n");
  const adyenHeader =
    "Company Account,Merchant Account,Psp Reference,Merchant Reference,Payment Method,Creation Date,TimeZone,Type,Modification Reference,Gross Currency,Gross Debit (GC),Gross Credit (GC),Exchange Rate,Net Currency,Net Debit (NC),Net Credit (NC),Commission (NC),Markup (NC),Scheme Fees (NC),Interchange (NC),Payment Method Variant,Modification Merchant Reference,Batch Number,Reserved4";
  const adyenLine =
    "Acme,AcmeUS,8816A,pay_1,visa,2026-11-20 10:00:00,UTC,Settled,8816A-c,USD,,52.48,1,USD,,51.00,,0.30,0.18,1.00,visacredit,,42,";
  const adyen = [adyenHeader, ...Array.from({ length: 2_000 }, () => adyenLine), ""].join("\n");

  test.each([
    ["csv", content],
    ["stripe", stripe],
    ["adyen", adyen],
  ] as const)("%s", (format, text) => {
    const reader = openReader(format);
    let pushed = "";
    let returned = 0;
    for (const piece of piecesOf(text, 10_000)) {
      pushed += piece;
      returned += reader.push(piece).filter((item) => item.line).length;
      // The header and the unfinished line do not count.
      const complete = pushed.split("\n").length - 2;
      expect(returned).toBe(complete);
    }
  });
});
