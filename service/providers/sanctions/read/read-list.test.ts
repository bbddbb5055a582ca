import { expect, test } from "vitest";
import type { ListedAddress } from "../addresses/listed-address.ts";
import type { ListEntry } from "../list-entry.ts";
import { listXml, type TestPerson } from "../testing/list-file.ts";
import { readBirth } from "./birth-range.ts";
import { type ListLimits, type ListSummary, readList } from "./read-list.ts";

const persons: readonly TestPerson[] = [
  {
    uid: 1,
    given: "Károly & Sons",
    family: "TESTOV",
    aliases: [
      { given: "Karl", family: "TESTOFF" },
      { given: "", family: "THE BAKER", category: "weak" },
    ],
    births: ["10 Dec 1948", "1950"],
    birthPlaces: ["Riga, Latvia"],
    nationality: "Latvia",
  },
  { uid: 2, given: "", family: "BLUE LAGOON TRADING", type: "Entity" },
  { uid: 3, given: "Ana", family: "FICTICIA" },
];

async function read(text: string | Uint8Array, pieceBytes = 7, limits?: ListLimits) {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.slice(at, at + pieceBytes);
  }
  const summary: ListSummary = { publishedOn: null, entries: 0 };
  const entries: ListEntry[] = [];
  const addresses: ListedAddress[] = [];
  for await (const entry of readList("sdn", chunks(), summary, limits)) {
    if (entry.person) entries.push(entry.person);
    addresses.push(...entry.addresses);
  }
  return { summary, entries, addresses };
}

test("reads all names of a person, however many there are", async () => {
  const aliases = Array.from({ length: 500 }, (_, at) => ({ given: `Alias ${at}`, family: "X" }));
  const { entries } = await read(listXml([{ uid: 1, given: "Ana", family: "X", aliases }]), 10_000);
  expect(entries[0]?.names).toHaveLength(501);
  expect(entries[0]?.names.at(-1)?.given).toBe("Alias 499");
});

test.each([1, 7, 100_000])(
  "reads the persons of a file that arrives %i bytes at a time",
  async (size) => {
    const { summary, entries } = await read(listXml(persons), size);
    expect(summary).toEqual({ publishedOn: "2026-11-20", entries: 3 });
    expect(entries.map(({ entryId }) => entryId)).toEqual(["1", "3"]);
    expect(entries[0]).toEqual({
      list: "sdn",
      entryId: "1",
      names: [
        { given: "Károly & Sons", family: "TESTOV", quality: "primary" },
        { given: "Karl", family: "TESTOFF", quality: "strong" },
        { given: "", family: "THE BAKER", quality: "weak" },
      ],
      births: [
        { from: "1948-12-10", to: "1948-12-10", text: "10 Dec 1948" },
        { from: "1950-01-01", to: "1950-12-31", text: "1950" },
      ],
      birthPlaces: ["Riga, Latvia"],
      countries: ["Latvia"],
      addresses: [],
      programs: ["TEST"],
      remarks: null,
    });
  },
);

test.each([1, 7, 100_000])(
  "reads the crypto addresses of persons and companies, %i bytes at a time",
  async (size) => {
    const xbt = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
    const eth = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
    const listed = [
      {
        ...persons[1],
        ids: [
          ["Digital Currency Address - XBT", xbt],
          ["Tax ID No.", "77"],
        ],
      },
      {
        ...persons[2],
        ids: [
          ["Digital Currency Address - USDC", eth],
          ["Passport", eth],
        ],
      },
      {
        uid: 4,
        given: "",
        family: "NO ADDRESS",
        type: "Vessel",
        ids: [["Vessel Registration", "9"]],
      },
    ] as TestPerson[];
    const { entries, addresses, summary } = await read(listXml(listed), size);
    expect(summary.entries).toBe(3);
    expect(entries.map(({ entryId }) => entryId)).toEqual(["3"]);
    const common = { list: "sdn", programs: ["TEST"] };
    expect(addresses).toEqual([
      { ...common, entryId: "2", name: "BLUE LAGOON TRADING", currency: "XBT", address: xbt },
      { ...common, entryId: "3", name: "Ana FICTICIA", currency: "USDC", address: eth },
    ]);
    const limits = { maxBytes: 1_000_000, maxEntries: 9, maxAddresses: 1 };
    await expect(read(listXml(listed), size, limits)).rejects.toMatchObject({
      reason: "too_many_entries",
    });
  },
);

test("an entry's other text is not multiplied by its addresses", async () => {
  const company: TestPerson = {
    uid: 1,
    given: "",
    family: "N".repeat(400),
    type: "Entity",
    ids: Array.from({ length: 1_000 }, (_, at) => [
      `Digital Currency Address - ${"C".repeat(300)}`,
      `${"9".repeat(90)}${at}`,
    ]),
  };
  const programs = Array.from(
    { length: 60 },
    (_, at) => `<program>${at}${"P".repeat(490)}</program>`,
  );
  const text = listXml([company]).replace("<program>TEST</program>", programs.join(""));
  const { addresses } = await read(text, 100_000);
  expect(addresses).toHaveLength(1_000);
  for (const address of addresses) expect(JSON.stringify(address).length).toBeLessThan(1_100);
  expect(new Set(addresses.map(({ address }) => address)).size).toBe(1_000);
});

const whole = listXml(persons);

test("an entry without a type, or with one that we do not know, is compared like a person", async () => {
  const typed = ["Individual", "", "Person", "Entity", "Vessel", "Aircraft"];
  const text = listXml(
    typed.map((type, at) => ({ uid: at + 1, given: "Ana", family: "FICTICIA", type })),
  );
  const { entries } = await read(text);
  expect(entries.map(({ entryId }) => entryId)).toEqual(["1", "2", "3"]);
});

test("refuses a file that was cut off, wherever it was cut", async () => {
  const step = Math.ceil(whole.length / 60);
  const end = whole.indexOf("</sdnList>") + "</sdnList>".length - 1;
  for (let length = 0; length <= end; length += step) {
    await expect(read(whole.slice(0, length)), `${length}`).rejects.toMatchObject({
      reason: "incomplete",
    });
  }
  await expect(read(whole.slice(0, end))).rejects.toMatchObject({ reason: "incomplete" });
});

test("refuses a file with a different number of entries than it announces", async () => {
  await expect(read(listXml(persons, 4))).rejects.toMatchObject({ reason: "incomplete" });
  await expect(read(listXml([]))).rejects.toMatchObject({ reason: "incomplete" });
});

test.each([
  ["an error page", "<html><body>Sorry</body></html>", "wrong_format"],
  [
    "a declared entity",
    `<!DOCTYPE sdnList [<!ENTITY x "y">]>${whole.slice(whole.indexOf("<sdnList"))}`,
    "wrong_format",
  ],
  ["an unknown entity", whole.replace("FICTICIA", "&x;"), "wrong_format"],
  ["something after the list", `${whole}<sdnEntry>`, "wrong_format"],
  [
    "something between entries",
    whole.replace("  <sdnEntry>", "<other/>  <sdnEntry>"),
    "wrong_format",
  ],
  ["an entry without an id", whole.replace("<uid>3</uid>", ""), "wrong_format"],
  [
    "text without an end that comments interrupt",
    whole.replace("FICTICIA", `${"x".repeat(60_000)}<!-- -->`.repeat(20)),
    "wrong_format",
  ],
  ["a name that is too long", whole.replace("FICTICIA", "x".repeat(70_000)), "wrong_format"],
  [
    "too many levels",
    whole.replace("FICTICIA", `${"<a>".repeat(20)}${"</a>".repeat(20)}`),
    "wrong_format",
  ],
  ["elements that cross", whole.replace("</firstName>", "</lastName>"), "wrong_format"],
])("refuses %s", async (_, text, reason) => {
  await expect(read(text)).rejects.toMatchObject({ reason });
});

test("refuses bytes that are not UTF-8, and more bytes or entries than the limits", async () => {
  const bytes = new TextEncoder().encode(whole);
  bytes[whole.indexOf("FICTICIA")] = 0xff;
  await expect(read(bytes)).rejects.toMatchObject({ reason: "wrong_format" });
  const limits = { maxBytes: 1_000_000, maxEntries: 2, maxAddresses: 9 };
  await expect(read(whole, 7, limits)).rejects.toMatchObject({ reason: "too_many_entries" });
  await expect(read(whole, 7, { ...limits, maxBytes: 100 })).rejects.toMatchObject({
    reason: "too_large",
  });
});

test.each([
  ["10 Dec 1948", "1948-12-10", "1948-12-10"],
  ["Feb 1960", "1960-02-01", "1960-02-29"],
  ["1955", "1955-01-01", "1955-12-31"],
  ["circa 1955", "1953-01-01", "1957-12-31"],
  ["1963 to 1968", "1963-01-01", "1968-12-31"],
  ["01 Jan 1963 to 31 Dec 1964", "1963-01-01", "1964-12-31"],
  ["between 1960 and 1965", "1960-01-01", "1965-12-31"],
  ["1958-1961", "1958-01-01", "1961-12-31"],
  ["1970s", "1970-01-01", "1979-12-31"],
  ["late 1960's", "1960-01-01", "1969-12-31"],
])("reads the date of birth %s", (text, from, to) => {
  expect(readBirth(text)).toEqual({ from, to, text });
  expect(readBirth("unknown")).toBeNull();
});
