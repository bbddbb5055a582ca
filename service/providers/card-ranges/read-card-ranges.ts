import { setImmediate as nextTurn } from "node:timers/promises";
import * as z from "zod/mini";
import type { CardFunding } from "#contract/card-brands";

/** Finds a card's funding in a table of issuers' ranges (BIN table). */
export interface CardRanges {
  /** `prefix` is the first 6 to 8 digits, or the whole number. */
  fundingOf(prefix: string): CardFunding;
}

export interface CardRangeTable extends CardRanges {
  readonly count: number;
}

/** The message tells the operator where the table is wrong. */
export class CardRangesInvalid extends Error {
  override name = "CardRangesInvalid";
  readonly code = "card_ranges_invalid";
}

type Funding = Exclude<CardFunding, "unknown">;
const fundings: readonly string[] = ["credit", "debit", "prepaid"] satisfies Funding[];

/** Longest card number (ISO/IEC 7812-1). Shorter ones are padded, so that text compares like numbers. */
const digits = 19;
const maxRanges = 1_000_000;
/** Lines read before other work can run. */
const linesAtOnce = 5_000;

interface Range {
  readonly from: string;
  readonly to: string;
  readonly funding: Funding;
}

/** Reads JSON if the text begins like it, otherwise CSV. Throws {@link CardRangesInvalid}. */
export async function readCardRanges(text: string): Promise<CardRangeTable> {
  return /^\s*\{/.test(text) ? readJson(text) : rangeTable(await readCsv(text));
}

const file = z.strictObject({
  /** `YYYY-MM-DD`. */
  asOf: z.iso.date(),
  ranges: z
    .array(
      z.strictObject({
        prefix: z.string().check(z.regex(/^\d{1,8}$/)),
        funding: z.enum(["credit", "debit", "prepaid"]),
      }),
    )
    .check(z.minLength(1)),
});

/** The longest matching prefix decides. */
function readJson(text: string): CardRangeTable {
  let parsed: ReturnType<typeof file.safeParse>;
  try {
    parsed = file.safeParse(JSON.parse(text));
  } catch {
    throw new CardRangesInvalid("the file is not JSON");
  }
  if (!parsed.success) {
    throw new CardRangesInvalid(`${parsed.error.issues[0]?.path.join(".")} is not valid`);
  }
  const { ranges } = parsed.data;
  const byPrefix = new Map<string, Funding>();
  for (const { prefix, funding } of ranges) {
    const other = byPrefix.get(prefix) ?? funding;
    if (other !== funding) {
      throw new CardRangesInvalid(`the prefix ${prefix} is ${other} and ${funding}`);
    }
    byPrefix.set(prefix, funding);
  }
  return {
    count: ranges.length,
    fundingOf(prefix) {
      for (let length = Math.min(8, prefix.length); length > 0; length -= 1) {
        const funding = byPrefix.get(prefix.slice(0, length));
        if (funding) return funding;
      }
      return "unknown";
    },
  };
}

/** Finds the columns `from`, `to` and `funding` by the header line and ignores others. */
async function readCsv(text: string): Promise<Range[]> {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);
  const header = cellsOf(lines[0] ?? "").map((name) => name.toLowerCase());
  const columns = { from: header.indexOf("from"), to: header.indexOf("to") };
  const fundingColumn = header.indexOf("funding");
  if (columns.from < 0 || columns.to < 0 || fundingColumn < 0) {
    throw new CardRangesInvalid("line 1 must name the columns from, to and funding");
  }
  const ranges: Range[] = [];
  for (const [index, line] of lines.entries()) {
    if (index % linesAtOnce === 0) await nextTurn();
    if (index === 0 || line.trim() === "") continue;
    const fail = (problem: string): never => {
      throw new CardRangesInvalid(`line ${index + 1}: ${problem}`);
    };
    const cells = cellsOf(line);
    if (cells.length !== header.length) fail(`has ${cells.length} of ${header.length} columns`);
    const from = cells[columns.from] ?? "";
    const to = cells[columns.to] || from;
    const funding = (cells[fundingColumn] ?? "").toLowerCase();
    if (!/^\d{6,19}$/.test(from)) fail("from must have 6 to 19 digits");
    if (to.length !== from.length || !/^\d+$/.test(to)) fail("to must have as many digits as from");
    if (to < from) fail("to is below from");
    if (!fundings.includes(funding)) fail(`funding must be one of ${fundings.join(", ")}`);
    ranges.push({
      from: from.padEnd(digits, "0"),
      to: to.padEnd(digits, "9"),
      funding: funding as Funding,
    });
    if (ranges.length > maxRanges) fail(`there are more than ${maxRanges} ranges`);
  }
  // A truncated file must not make every card unknown.
  if (ranges.length === 0) throw new CardRangesInvalid("there is no range");
  return ranges;
}

/** Cells have only digits and words, so quotes enclose whole cells. */
function cellsOf(line: string): string[] {
  return line.split(/[,;\t]/).map((cell) =>
    cell
      .trim()
      .replace(/^"(.*)"$/, "$1")
      .trim(),
  );
}

/** Ranges that overlap must have the same funding, because the table does not say which one is right. */
function rangeTable(ranges: readonly Range[]): CardRangeTable {
  const sorted = ranges.toSorted((one, other) => (one.from < other.from ? -1 : 1));
  const joined: { from: string; to: string; funding: Funding }[] = [];
  for (const range of sorted) {
    const last = joined.at(-1);
    if (last && range.from <= last.to) {
      if (range.funding !== last.funding) {
        const shown = range.from.slice(0, 8);
        throw new CardRangesInvalid(
          `ranges at ${shown}… overlap and are ${last.funding} and ${range.funding}`,
        );
      }
      if (range.to > last.to) last.to = range.to;
    } else if (last && last.funding === range.funding && isAdjacent(last.to, range.from)) {
      last.to = range.to;
    } else joined.push({ ...range });
  }
  return {
    count: ranges.length,
    fundingOf(prefix) {
      if (!/^\d{1,19}$/.test(prefix)) return "unknown";
      const [first, last] = [prefix.padEnd(digits, "0"), prefix.padEnd(digits, "9")];
      const range = joined[indexOfLastStart(joined, first)];
      // If several kinds are possible, the card is unknown until more digits are typed.
      return range && range.to >= last ? range.funding : "unknown";
    },
  };
}

function isAdjacent(to: string, from: string): boolean {
  return BigInt(to) + 1n === BigInt(from);
}

function indexOfLastStart(ranges: readonly { readonly from: string }[], first: string): number {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.from ?? "") <= first) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
