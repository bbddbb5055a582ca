import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openCardRanges, sandboxRangesPath } from "./index.ts";

let folder: string;
let path: string;
let serial = 0;
const write = (text: string) => writeFileSync(path, text);
const csv = (...lines: readonly string[]) => ["from,to,funding", ...lines].join("\n");
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tessera-ranges-"));
});
beforeEach(() => {
  serial += 1;
  path = join(folder, `ranges-${serial}.csv`);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("a CSV of card ranges", () => {
  test.each([
    ["40000000", "credit"],
    ["400000", "credit"],
    ["4000001234567890", "credit"],
    ["400001", "unknown"],
    ["399999", "unknown"],
    ["40000599", "unknown"],
    ["51000050", "debit"],
    // Debit and prepaid are both possible.
    ["51000099", "unknown"],
    ["5100009912345678", "debit"],
    ["5100009999999999", "prepaid"],
    ["222100", "prepaid"],
    ["272099", "prepaid"],
    ["272100", "unknown"],
    ["60110000", "debit"],
    ["601100", "debit"],
    ["", "unknown"],
    ["4000x0", "unknown"],
  ])("says that %s is %s", async (prefix, funding) => {
    write(
      csv(
        "5100009990000000,5100009999999999,prepaid",
        "51000000,51000098,debit",
        "5100009900000000,5100009989999999,debit",
        "400000,,Credit",
        "222100,272099,prepaid",
        // Adjacent ranges of one kind count as one.
        "60110000,60110049,debit",
        "60110050,60110099,debit",
      ),
    );
    expect((await openCardRanges(path)).fundingOf(prefix)).toBe(funding);
  });

  test("may have other columns, another order, quotes, semicolons and a byte order mark", async () => {
    write('\uFEFF"Funding";"Bank";"To";"From"\r\n"debit";"A Bank";"411111";"400000"\r\n\r\n');
    expect((await openCardRanges(path)).fundingOf("405555")).toBe("debit");
  });

  test("may overlap within one kind only", async () => {
    write(csv("400000,409999,credit", "405000,412000,credit", "405000,405000,credit"));
    expect((await openCardRanges(path)).fundingOf("411999")).toBe("credit");
  });

  test.each([
    ["no header", "400000,400000,credit", /line 1 must name the columns/],
    ["no ranges", csv(), /there is no range/],
    ["nothing", "", /line 1 must name the columns/],
    ["a cut line", csv("400000,400001,credit", "41"), /line 3: has 1 of 3 columns/],
    ["few digits", csv("4000,4001,credit"), /line 2: from must have 6 to 19 digits/],
    ["letters", csv("40000a,400010,credit"), /line 2: from must have/],
    ["another length", csv("400000,40000199,credit"), /line 2: to must have as many digits/],
    ["the wrong way round", csv("400001,400000,credit"), /line 2: to is below from/],
    ["another kind", csv("400000,400001,charge"), /line 2: funding must be one of/],
    ["no kind", csv("400000,400001,"), /line 2: funding must be one of/],
    ["two kinds", csv("400000,409999,credit", "405000,,debit"), /overlap and are credit and debit/],
    ["broken JSON", '{"asOf":', /is not JSON/],
    [
      "a prefix of two kinds",
      JSON.stringify({
        asOf: "2026-11-01",
        ranges: ["debit", "credit"].map((funding) => ({ prefix: "400000", funding })),
      }),
      /prefix 400000 is debit and credit/,
    ],
    ["other JSON", '{"asOf":"2026-11-01","ranges":[]}', /ranges is not valid/],
  ])("with %s stops the start and says where", async (_, text, message) => {
    write(text);
    await expect(openCardRanges(path)).rejects.toThrow(message);
    await expect(openCardRanges(path)).rejects.toThrow(/^CARD_RANGES: /);
  });

  test("stops the start if it does not exist", async () => {
    await expect(openCardRanges(path)).rejects.toThrow(
      "CARD_RANGES: the file cannot be read (ENOENT)",
    );
  });
});

test("the longest prefix of a JSON table decides", async () => {
  const ranges = await openCardRanges(sandboxRangesPath);
  expect(ranges.fundingOf("41111111")).toBe("credit");
  expect(ranges.fundingOf("99999999")).toBe("unknown");
});

describe("a changed file", () => {
  test("is used once two checks have seen the same version, and is reported once", async () => {
    write(csv("400000,,credit"));
    const ranges = await openCardRanges(path);
    expect(await ranges.refresh()).toEqual({ isNew: false, problem: null, count: 1 });
    write(csv("400000,,debit", "400001,,debit"));
    expect(await ranges.refresh()).toEqual({ isNew: false, problem: null, count: 1 });
    expect(ranges.fundingOf("400000")).toBe("credit");
    expect(await ranges.refresh()).toEqual({ isNew: true, problem: null, count: 2 });
    expect(ranges.fundingOf("400000")).toBe("debit");
    expect(await ranges.refresh()).toEqual({ isNew: false, problem: null, count: 2 });
  });

  test.each([
    ["missing", () => rmSync(path), /cannot be read \(ENOENT\)/],
    ["empty", () => write(""), /line 1 must name/],
    ["cut off", () => write(csv("400000,,debit", "4000")), /line 3/],
  ])("if it is %s, leaves the last good table in use, and recovers", async (_, spoil, problem) => {
    write(csv("400000,,credit"));
    const ranges = await openCardRanges(path);
    spoil();
    await ranges.refresh();
    expect(await ranges.refresh()).toMatchObject({
      isNew: false,
      problem: expect.stringMatching(problem),
    });
    expect(ranges.fundingOf("400000")).toBe("credit");
    writeFileSync(`${path}.new`, csv("400000,,prepaid"));
    renameSync(`${path}.new`, path);
    await ranges.refresh();
    expect(await ranges.refresh()).toMatchObject({ isNew: true, problem: null });
    expect(ranges.fundingOf("400000")).toBe("prepaid");
  });
});
