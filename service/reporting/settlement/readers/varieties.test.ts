import { describe, expect, test } from "vitest";
import {
  adyenReport,
  bai2,
  camtStatement,
  csvRows,
  mt940Statement,
  settlementCsv,
  stripeReport,
} from "../testing/example-files.ts";
import { batchesOf, linesOf, refusalOf } from "../testing/read-content.ts";
import { minorFromDecimal } from "./field-values.ts";

const cellsOf = (text: string) =>
  text
    .split(/\r?\n/)
    .filter(Boolean)
    .map((row) => row.split(","));
const csvOf = (rows: readonly (readonly string[])[], delimiter = ",") =>
  rows.map((row) => row.join(delimiter)).join("\r\n");

describe("amounts in reports", () => {
  const read = (text: string, currency = "USD", hasDecimalCommas = false) => {
    try {
      return minorFromDecimal(text, currency, "amount", 1, { hasDecimalCommas });
    } catch {
      return "refused";
    }
  };

  test.each<[string, string, number | string]>([
    ["52.48", "USD", 5248],
    ["-0.50", "USD", -50],
    [".5", "USD", 50],
    ["+5", "USD", 500],
    ["\u22125.10", "USD", -510],
    ["5000", "JPY", 5000],
    ["5000.00", "JPY", 5000],
    ["5000.50", "JPY", "refused"],
    ["1.234", "KWD", 1234],
    ["52,48", "USD", 5248],
    ["1,234.56", "USD", 123_456],
    ["1,234,567", "JPY", 1_234_567],
    ["1.234,56", "EUR", 123_456],
    ["1'234.56", "CHF", 123_456],
    ["1 234,56", "EUR", 123_456],
    ["1,234", "USD", "refused"],
    ["1,234", "KWD", "refused"],
    ["12,34,56", "USD", "refused"],
    ["1.2.3", "USD", "refused"],
    ["1e3", "USD", "refused"],
    ["(5.00)", "USD", "refused"],
    [".", "USD", "refused"],
    ["", "USD", 0],
  ])("%s %s", (text, currency, minor) => expect(read(text, currency)).toBe(minor));

  test.each<[string, string, number | string]>([
    ["52,48", "EUR", 5248],
    ["1,234", "KWD", 1234],
    ["1.234,56", "EUR", 123_456],
    ["52.48", "EUR", 5248],
    ["1.234", "EUR", "refused"],
  ])("%s %s, where commas separate no cells", (text, currency, minor) =>
    expect(read(text, currency, true)).toBe(minor),
  );
});

describe("Stripe's report", () => {
  test("has the columns that the operator chose, in any order and case", () => {
    const wanted = ["net", "fee", "gross", "REPORTING_CATEGORY", "currency", "automatic_payout_id"];
    const more = ["source_id", "charge_id", "created_utc", "automatic_payout_effective_at"];
    const [header = [], ...rows] = cellsOf(stripeReport.replace('"Order, one"', "Order"));
    const places = [...wanted, ...more].map((name) => header.indexOf(name.toLowerCase()));
    const content = csvOf([
      [...wanted, ...more],
      ...rows.map((row) => places.map((place) => row[place] ?? "")),
    ]);
    const plain = linesOf(stripeReport).map(({ processorReference, netMinor }) => [
      processorReference,
      netMinor,
    ]);
    expect(
      linesOf(content)
        .map(({ processorReference, netMinor }) => [processorReference, netMinor])
        .slice(0, 4),
    ).toEqual(plain.slice(0, 4));
    expect(batchesOf(content)[0]?.valueDate).toBe("2026-11-24");
  });

  test("may be saved again with semicolons and decimal commas", () => {
    const rows = cellsOf(stripeReport.replace('"Order, one"', "Order")).map((row) =>
      row.map((cell) => (/^-?\d+\.\d\d$/.test(cell) ? cell.replace(".", ",") : cell)),
    );
    expect(linesOf(csvOf(rows, ";"))).toEqual(linesOf(stripeReport));
    expect(linesOf(`sep=;\r\n${csvOf(rows, ";")}`).map(({ netMinor }) => netMinor)).toEqual(
      linesOf(stripeReport).map(({ netMinor }) => netMinor),
    );
  });

  test("names the bank's trace, and what the customer paid in another currency", () => {
    const content = stripeReport
      .replace(
        "payment_intent_id\n",
        "payment_intent_id,customer_facing_amount,customer_facing_currency,trace_id\n",
      )
      .replace(/,pi_1\n/g, ",pi_1,48.00,eur,091000015\n")
      .replace(/,pi_2\n/g, ",pi_2,10.00,usd,\n")
      .replace(/,(ch_9|),\n/g, ",$1,,,,\n");
    expect(batchesOf(content)[0]).toMatchObject({ traceReference: "091000015" });
    expect(linesOf(content).map(({ converted }) => converted)).toEqual([
      { currency: "EUR", minor: 4800, rate: "" },
      null,
      { currency: "EUR", minor: 4800, rate: "" },
      null,
      null,
      null,
    ]);
  });

  test("has three-decimal and zero-decimal currencies, and quoted line breaks", () => {
    const dinar = stripeReport
      .replaceAll("usd", "kwd")
      .replace("52.48,1.82,50.66", "52.480,1.820,50.660");
    expect(linesOf(dinar)[0]).toMatchObject({
      currency: "KWD",
      grossMinor: 52_480,
      feeMinor: 1820,
    });
    const broken = stripeReport.replace('"Order, one"', '"Order,\r\n""one"""');
    expect(linesOf(broken).map(({ netMinor }) => netMinor)).toEqual(
      linesOf(stripeReport).map(({ netMinor }) => netMinor),
    );
  });
});

describe("Adyen's report", () => {
  test("may lack optional columns", () => {
    const rows = cellsOf(adyenReport);
    const drop = [
      "Payment Method",
      "TimeZone",
      "Payment Method Variant",
      "Reserved4",
      "Exchange Rate",
    ];
    const places = (rows[0] ?? []).flatMap((name, index) => (drop.includes(name) ? [] : [index]));
    const content = csvOf(rows.map((row) => places.map((place) => row[place] ?? "")));
    expect(batchesOf(content)).toEqual(batchesOf(adyenReport));
  });

  test("states times in its own zone, and refunds by our key", () => {
    const [first, second] = linesOf(
      adyenReport.replace("10:00:00,UTC,Settled", "10:00:00,CET,Settled"),
    );
    expect(first?.occurredAt).toBe("2026-11-20T09:00:00.000Z");
    expect(second).toMatchObject({
      merchantReference: "ref_1",
      occurredAt: "2026-11-21T10:00:00.000Z",
    });
  });

  test("has one batch for each payout currency of a batch number, and journal types in any case", () => {
    const euro = adyenReport
      .split("\r\n")
      .slice(1)
      .join("\r\n")
      .replaceAll(",USD,", ",EUR,")
      .replace("InvoiceDeduction", "Balancetransfer")
      .replaceAll("8816", "9916");
    expect(
      batchesOf(adyenReport + euro).map(({ batchKey, netMinor }) => [batchKey, netMinor]),
    ).toEqual([
      ["AcmeUS:42:USD", 1550],
      ["AcmeUS:42:EUR", 1550],
    ]);
  });
});

describe("the settlement CSV", () => {
  test("may have its columns in a different order", () => {
    const rows = cellsOf(
      settlementCsv("b1", [{ row_type: "charge", processor_reference: "c", gross_minor: 5 }]),
    );
    expect(linesOf(csvOf(rows.map((row) => row.toReversed())))).toEqual(linesOf(csvOf(rows)));
    expect(csvRows("b1", [])).toHaveLength(1);
  });
});

describe("BAI2", () => {
  const simple = bai2({
    date: "261124",
    openingMinor: 1000,
    entries: [
      ["142", 500, "R1", "IN"],
      ["698", 200, "R2", "FEE"],
    ],
  });
  const withBalances = (balances: string, total: number) =>
    simple.replace("010,+1000,,,015,+1300,,", balances).replaceAll("+3000", String(total));

  test("gets the opening balance that the entries imply if the bank sends none", () => {
    const [closing] = batchesOf(withBalances("015,1300,,", 2000));
    expect(closing).toMatchObject({ openingMinor: 1000, closingMinor: 1300 });
    const [available] = batchesOf(withBalances("040,1000,,,045,1300,,", 3000));
    expect(available).toMatchObject({ openingMinor: null, closingMinor: null, netMinor: 300 });
  });

  test("may end its lines with spaces, CRLF and SUB, and hold several transmissions", () => {
    const padded = simple.replaceAll("\n", "   \r\n");
    const next = simple.replaceAll("261124", "261125");
    expect(batchesOf(`${padded}\u001a`)).toEqual(batchesOf(simple));
    expect(batchesOf(simple + next).map(({ batchKey }) => batchKey)).toEqual([
      "2026-11-24",
      "2026-11-25",
    ]);
    expect(refusalOf(`${simple}16,142,1,,,,x/`)).toBe("record_order at 9");
  });

  test("may report an account twice a day, as a correction, and date its entries", () => {
    const [head, group, account, first, second, end, groupEnd, fileEnd] = simple.split("\n");
    const dated = first?.replace("142,500,,", "142,500,V,261125,,");
    const content = [
      head,
      group?.replace(",1,261124", ",3,261124"),
      account,
      dated,
      second,
      end,
      account,
      first,
      second,
      end,
    ]
      .concat(
        groupEnd?.replace("+3000,1,6", "+6000,2,10"),
        fileEnd?.replace("+3000,1,8", "+6000,1,12"),
      )
      .join("\n");
    expect(batchesOf(content).map(({ batchKey }) => batchKey)).toEqual([
      "2026-11-24",
      "2026-11-24/2",
    ]);
    expect(linesOf(content)[0]?.valueDate).toBe("2026-11-25");
  });

  test("continues a closed record, and a text with slashes", () => {
    const [head, group, account, , , ...ends] = simple.split("\n");
    const content = [
      head,
      group,
      account,
      "16,115,500,S,300,100,100/",
      "88,AX13612,B096132,LOCKBOX/",
      "88,DEPOSIT-MISC. RECEIVABLES/",
      "16,698,200,,R2,,FEE 11/24 PO/5511",
      ...ends.map((line) =>
        line.replace(",4/", ",6/").replace(",1,6/", ",1,8/").replace(",1,8/", ",1,8/"),
      ),
    ]
      .join("\n")
      .replace("99,+3000,1,8/", "99,+3000,1,10/");
    expect(linesOf(content)).toMatchObject([
      {
        netMinor: 500,
        processorReference: "AX13612",
        text: "B096132 LOCKBOX,DEPOSIT-MISC. RECEIVABLES",
      },
      { netMinor: -200, text: "FEE 11/24 PO/5511" },
    ]);
  });

  test("knows loans and a bank's own codes by their ranges", () => {
    const coded = simple.replace("16,142", "16,922").replace("16,698", "16,962");
    expect(linesOf(coded).map(({ netMinor }) => netMinor)).toEqual([500, -200]);
  });
});

describe("camt.053", () => {
  test("may have a prefix, an old version, and a statement in two messages", () => {
    const prefixed = camtStatement
      .replace(
        'xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"',
        'xmlns:n="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"',
      )
      .replace(/<(\/?)(?=[A-Z])/g, "<$1n:");
    expect(batchesOf(prefixed)).toEqual(batchesOf(camtStatement));
    const page = (no: number) =>
      camtStatement
        .replace(
          "</CreDtTm>",
          `</CreDtTm><MsgPgntn><PgNb>${no}</PgNb><LastPgInd>${no === 2}</LastPgInd></MsgPgntn>`,
        )
        .replace(no === 1 ? "CLBD" : "OPBD", "ITBD");
    expect(batchesOf(page(1))).toMatchObject([
      { batchKey: "STMT-77", openingMinor: 100_000, closingMinor: 104_850 },
    ]);
    expect(batchesOf(page(2))).toMatchObject([
      { batchKey: "STMT-77/2", openingMinor: 100_000, closingMinor: 104_850 },
    ]);
  });

  test("takes the direction of a reversal from the entry", () => {
    const reversal = camtStatement.replace(
      "<CdtDbtInd>DBIT</CdtDbtInd><Sts>",
      "<CdtDbtInd>DBIT</CdtDbtInd><RvslInd>true</RvslInd><Sts>",
    );
    expect(linesOf(reversal)[1]).toMatchObject({ netMinor: -150 });
  });
});

describe("MT940", () => {
  const body = (entries: string, closing: string) =>
    `:20:X\n:25:NL32INGB0000012345EUR\n:28C:00000\n:60F:C261123EUR1000,00\n${entries}\n:62F:C261124EUR${closing}\n-\n`;

  test("may begin with the bank's own lines", () => {
    const own = mt940Statement.replace(/^\{1:.*\{4:\n/, "ABNANL2A\r\n940\r\nABNANL2A\r\n");
    expect(batchesOf(own)[0]?.contentHash).toBe(batchesOf(mt940Statement)[0]?.contentHash);
  });

  test("distinguishes statements by day if the bank does not number them", () => {
    const day = (from: string, to: string) =>
      body(":61:261124C1,NMSCNONREF", "1001,00")
        .replace("261123", from)
        .replace("EUR1000", "EUR1000")
        .replace("C261124EUR1001", `C${to}EUR1001`);
    const both = batchesOf(day("261123", "261124") + day("261124", "261125"));
    expect(both.map(({ batchKey, sequence }) => [batchKey, sequence])).toEqual([
      ["2026-11-23-0/1", null],
      ["2026-11-24-0/1", null],
    ]);
  });

  test.each<[string, string, number]>([
    ["a reversed credit", ":61:2611241124RC5,00NTRFREF", -500],
    ["a reversed debit", ":61:2611241124RD5,00NTRFREF", 500],
    ["a funds code", ":61:2611241124CR5,00NTRFREF//B", 500],
    ["no entry date", ":61:261124D5,5NMSC", -550],
    ["spaces for the entry date", ":61:261124    C5,NTRFNONREF", 500],
    ["no decimal comma", ":61:261124C5NTRFNONREF", 500],
    ["a reference with slashes", ":61:261124C5,00N05129/07 10:05//B4/7", 500],
    ["30 February", ":61:2602300301D5,00N024NONREF", -500],
  ])("reads %s", (_what, entry, minor) => {
    const closing = `${1000 + minor / 100}`.replace(".", ",");
    expect(linesOf(body(entry, closing))).toMatchObject([{ netMinor: minor }]);
  });

  test.each([
    ["2611241125", "2026-11-25"],
    ["2612311231", "2026-12-31"],
    ["2612310102", "2027-01-02"],
    ["2701011231", "2026-12-31"],
    ["261124    ", "2026-11-24"],
    ["2611240000", "2026-11-24"],
    ["2602280229", "2026-02-28"],
  ])("an entry of %s was booked on %s", (dates, day) => {
    expect(linesOf(body(`:61:${dates}C5,00NMSC`, "1005,00"))).toMatchObject([
      { occurredAt: `${day}T00:00:00.000Z` },
    ]);
  });

  test("joins references that the bank wrapped", () => {
    const structured = [
      ":61:261124C1,00N166NONREF",
      ":86:166?00GUTSCHRIFT?109310?20SVWZ+SETTLEMENT PO_55112233?2144 ALPHA?30DEU",
      "TDEFF?32ALPHA GMBH",
    ].join("\n");
    expect(linesOf(body(structured, "1001,00"))[0]?.text).toContain("PO_5511223344 ALPHA");
    const wrapped = `:61:261124C1,00NMSCNONREF\n:86:${"X".repeat(58)} PO_551\n1223344 ALPHA\n:12:11 END`;
    expect(linesOf(body(wrapped, "1001,00"))[0]?.text).toContain("PO_5511223344 ALPHA :12:11 END");
  });

  test("has currencies with three decimals and with none", () => {
    const dinar = body(":61:261124C1,234NMSCNONREF", "1001,234").replaceAll("EUR", "KWD");
    expect(linesOf(dinar)).toMatchObject([{ currency: "KWD", netMinor: 1234 }]);
    const yen = body(":61:261124C1,NMSCNONREF", "1001,")
      .replaceAll("EUR", "JPY")
      .replace("1000,00", "1000,");
    expect(linesOf(yen)).toMatchObject([{ currency: "JPY", netMinor: 1 }]);
  });

  test("expected entries and interim reports are refused", () => {
    expect(refusalOf(body(":61:261124EC5,00NTRFREF", "1005,00"))).toBe("field_invalid at 5");
    expect(refusalOf(body(":61:261124C5,00NTRFREF", "1005,00").replace(":28C:", ":34F:"))).toBe(
      "record_unknown at 3",
    );
  });
});
