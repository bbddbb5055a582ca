import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type {
  DocumentFieldName,
  DocumentReading,
  ReadField,
} from "../../../providers/document-reader/index.ts";
import { decideDocument } from "./decide-document.ts";
import type { DecisionInput } from "./decision.ts";

const today = "2026-11-22";
const customer: DecisionInput["customer"] = {
  firstName: "Ada",
  middleName: null,
  lastName: "Lovelace",
  suffix: null,
  dateOfBirth: "1990-12-10",
};

function field(value: string, overrides: Partial<ReadField> = {}): ReadField {
  return { value, source: "barcode", truncated: false, checkDigit: null, ...overrides };
}

function reading(
  changed: Partial<Record<DocumentFieldName, ReadField | undefined>> = {},
  overrides: Partial<DocumentReading> = {},
): DocumentReading {
  const fields = {
    lastName: field("LOVELACE"),
    firstName: field("ADA"),
    dateOfBirth: field("1990-12-10"),
    expiresOn: field("2030-12-10"),
    documentNumber: field("T1234567"),
    ...changed,
  };
  const present = Object.entries(fields).filter(([, value]) => value !== undefined);
  return {
    type: "drivers_license",
    readable: true,
    fields: Object.fromEntries(present),
    checkDigitsValid: null,
    front: { documentNumber: true, dateOfBirth: true, lastName: true, firstName: true },
    quality: [],
    problems: [],
    ...overrides,
  };
}

function decide(read: DocumentReading | null, overrides: Partial<DecisionInput> = {}) {
  return decideDocument({
    type: "drivers_license",
    reading: read,
    customer,
    today,
    numberUsedByAnother: false,
    unreadableBefore: 0,
    autoVerify: true,
    ...overrides,
  });
}

const outcome = (...args: Parameters<typeof decide>) => {
  const { status, reasons } = decide(...args);
  return [status, ...reasons.map(({ code }) => code)];
};

const unreadable = reading(
  {},
  {
    readable: false,
    fields: {},
    problems: [
      { code: "barcode_not_found", side: "back", party: "picture", blocking: true, message: "" },
    ],
  },
);

describe("a document whose data matches", () => {
  test("verifies the customer, and lists the checks", () => {
    const decision = decide(reading());
    expect(decision).toMatchObject({ status: "verified", reasons: [], canRetry: false });
    expect(decision.documentExpiresOn).toBe("2030-12-10");
    expect(decision.checks.map(({ code, result }) => [code, result])).toEqual([
      ["document_readable", "passed"],
      ["document_unexpired", "passed"],
      ["date_of_birth", "passed"],
      ["last_name", "passed"],
      ["first_name", "passed"],
      ["document_number_unused", "passed"],
      ["front_number", "passed"],
      ["front_date_of_birth", "passed"],
      ["front_name", "passed"],
    ]);
  });

  test("is valid on its last day and not the day after", () => {
    expect(outcome(reading({ expiresOn: field(today) }))).toEqual(["verified"]);
    expect(outcome(reading({ expiresOn: field("2026-11-21") }))).toEqual([
      "rejected",
      "document_expired",
    ]);
  });

  test("goes to review if the settings say so", () => {
    expect(outcome(reading(), { autoVerify: false })).toEqual([
      "under_review",
      "review_required_by_policy",
    ]);
  });
});

describe("a review is needed for", () => {
  test("another date of birth, last name or first name", () => {
    expect(outcome(reading({ dateOfBirth: field("1990-10-12") }))).toEqual([
      "under_review",
      "date_of_birth_mismatch",
    ]);
    expect(outcome(reading({ lastName: field("BYRON"), firstName: field("ALLEGRA") }))).toEqual([
      "under_review",
      "last_name_mismatch",
      "first_name_mismatch",
    ]);
  });

  test("a number that another customer uses, without revealing that to this customer", () => {
    const decision = decide(reading(), { numberUsedByAnother: true });
    expect(decision.status).toBe("under_review");
    expect(decision.reasons[0]?.code).toBe("document_number_in_use");
    expect(JSON.stringify([decision.checks, decision.reasons[0]?.message])).not.toMatch(
      /customer/i,
    );
  });

  test("wrong check digits, even if everything else matches", () => {
    const passport = reading({}, { type: "passport", checkDigitsValid: false });
    expect(outcome(passport, { type: "passport" })).toEqual(["under_review", "check_digits_wrong"]);
  });

  test("a front that shows another number, birth date or name than the barcode", () => {
    const agrees = { documentNumber: true, dateOfBirth: true, lastName: true, firstName: true };
    for (const [name, code] of [
      ["documentNumber", "front_number"],
      ["dateOfBirth", "front_date_of_birth"],
      ["lastName", "front_name"],
      ["firstName", "front_name"],
    ] as const) {
      const front = { ...agrees, [name]: false };
      const decision = decide(reading({}, { front }));
      expect([name, outcome(reading({}, { front }))]).toEqual([
        name,
        ["under_review", "front_mismatch"],
      ]);
      const failed = decision.checks.filter(({ result }) => result === "failed");
      expect(failed.map((check) => check.code)).toEqual([code]);
    }
  });

  test("a license whose front was not compared, for any reason", () => {
    expect(outcome(reading({}, { front: null }))).toEqual(["under_review", "document_incomplete"]);
    expect(outcome(reading({}, { front: {} }))[0]).toBe("under_review");
    const short = { documentNumber: true, dateOfBirth: true };
    expect(outcome(reading({}, { front: short }))).toEqual(["verified"]);
    expect(outcome(reading({}, { type: "passport", front: null }), { type: "passport" })).toEqual([
      "verified",
    ]);
  });

  test("a document or a customer with missing data", () => {
    expect(outcome(reading({ expiresOn: undefined }))).toEqual([
      "under_review",
      "document_incomplete",
    ]);
    expect(outcome(reading(), { customer: { ...customer, dateOfBirth: null } })).toEqual([
      "under_review",
      "customer_data_missing",
    ]);
  });

  test("a document that the reader could not read for its own reasons", () => {
    expect(outcome(null)).toEqual(["under_review", "not_read_automatically"]);
    const noOcr = reading(
      {},
      {
        type: "passport",
        readable: false,
        fields: {},
        problems: [
          {
            code: "ocr_unavailable",
            side: "photo_page",
            party: "ours",
            blocking: true,
            message: "",
          },
        ],
      },
    );
    expect(outcome(noOcr, { type: "passport" })).toEqual([
      "under_review",
      "not_read_automatically",
    ]);
  });
});

describe("the customer may try again", () => {
  const unclearFront = {
    code: "front_unreadable",
    side: "front",
    party: "picture",
    blocking: true,
    message: "",
  } as const;

  test("with an unreadable front, or with another document if this one has expired", () => {
    const unclear = { front: null, problems: [unclearFront] };
    expect(decide(reading({}, unclear))).toMatchObject({
      status: "rejected",
      reasons: [{ code: "document_unreadable" }],
      retakeSides: ["front"],
    });
    expect(outcome(reading({}, unclear), { unreadableBefore: 2 })).toEqual([
      "under_review",
      "document_unreadable",
    ]);
    expect(outcome(reading({ expiresOn: field("2020-01-01") }, unclear))).toEqual([
      "rejected",
      "document_expired",
    ]);
  });

  test("with the unreadable side, until the third time", () => {
    expect(decide(unreadable)).toMatchObject({
      status: "rejected",
      canRetry: true,
      retakeSides: ["back"],
    });
    expect(outcome(unreadable, { unreadableBefore: 1 })[0]).toBe("rejected");
    expect(outcome(unreadable, { unreadableBefore: 2 })).toEqual([
      "under_review",
      "document_unreadable",
    ]);
  });

  test("with another document if this one has expired, even if other data differs", () => {
    const expired = reading({ expiresOn: field("2020-01-01"), lastName: field("BYRON") });
    expect(decide(expired)).toMatchObject({
      status: "rejected",
      canRetry: true,
      retakeSides: ["front", "back"],
    });
  });
});

describe("names", () => {
  const lastName = (onDocument: ReadField, given: string) =>
    decide(reading({ lastName: onDocument }), { customer: { ...customer, lastName: given } })
      .status;

  test("match across diacritics, hyphens, apostrophes, suffixes and ICAO's spelling", () => {
    for (const [onDocument, given] of [
      ["OBRIEN", "O'Brien"],
      ["OBRIEN", "O’Brien"],
      ["SMITH JONES", "Smith-Jones"],
      ["MUELLER", "Müller"],
      ["MULLER", "Müller"],
      ["NUNEZ", "Núñez"],
      ["WEISS", "Weiß"],
      ["DE LA CRUZ", "De la Cruz"],
      ["KING", "King Jr."],
      ["KING III", "King"],
    ] as const) {
      expect([given, lastName(field(onDocument), given)]).toEqual([given, "verified"]);
    }
  });

  test("may be truncated on the document, if it says so and shows enough", () => {
    const cut = { truncated: true };
    expect(lastName(field("WOLFESCHLEGELSTEIN", cut), "Wolfeschlegelsteinhausen")).toBe("verified");
    expect(lastName(field("WOLFESCHLEGELSTEIN"), "Wolfeschlegelsteinhausen")).toBe("under_review");
    expect(lastName(field("WOL", cut), "Wolfeschlegelsteinhausen")).toBe("under_review");
  });

  test("from OCR may have confused letters, from a barcode they must not", () => {
    expect(lastName(field("QUINCV", { source: "mrz" }), "Quincy")).toBe("verified");
    expect(lastName(field("QUINCV"), "Quincy")).toBe("under_review");
    expect(lastName(field("LEE", { source: "mrz" }), "Loe")).toBe("under_review");
    expect(lastName(field("HAHN", { source: "mrz" }), "Mann")).toBe("under_review");
  });

  test("are the same first name in one field or in two", () => {
    const read = reading({ firstName: field("MARY"), middleName: field("ANN") });
    const named = (firstName: string, middleName: string | null) =>
      decide(read, { customer: { ...customer, firstName, middleName } }).status;
    expect([named("Mary", "Ann"), named("Mary Ann", null), named("Mary", null)]).toEqual(
      Array(3).fill("verified"),
    );
    expect(named("Ann", "Mary")).toBe("under_review");
  });
});

describe("for any reading", () => {
  const readField = fc.record({
    value: fc.oneof(
      fc.constantFrom("ADA", "LOVELACE", "1990-12-10", "2030-12-10", "X"),
      fc.string(),
    ),
    source: fc.constantFrom("barcode" as const, "mrz" as const),
    truncated: fc.boolean(),
    checkDigit: fc.constantFrom(true, false, null),
  });
  const names = ["lastName", "firstName", "dateOfBirth", "expiresOn", "documentNumber"] as const;
  const anyReading: fc.Arbitrary<DocumentReading> = fc.record({
    type: fc.constantFrom("drivers_license" as const, "passport" as const),
    readable: fc.boolean(),
    fields: fc
      .tuple(...names.map(() => fc.option(readField)))
      .map((values) =>
        Object.fromEntries(names.map((name, index) => [name, values[index]]).filter(([, v]) => v)),
      ),
    checkDigitsValid: fc.constantFrom(true, false, null),
    front: fc.option(
      fc.record(
        {
          documentNumber: fc.boolean(),
          dateOfBirth: fc.boolean(),
          lastName: fc.boolean(),
          firstName: fc.boolean(),
        },
        { requiredKeys: [] },
      ),
    ),
    quality: fc.constant([]),
    problems: fc.constant([]),
  });
  const anyInput: fc.Arbitrary<DecisionInput> = fc.record({
    type: fc.constantFrom("drivers_license" as const, "passport" as const),
    reading: fc.option(fc.oneof(anyReading, fc.constant(reading()))),
    customer: fc.constant(customer),
    today: fc.constant(today),
    numberUsedByAnother: fc.boolean(),
    unreadableBefore: fc.nat(4),
    autoVerify: fc.boolean(),
  });

  test("verified means that every check passed", () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const decision = decideDocument(input);
        if (decision.status !== "verified") {
          expect(decision.reasons.length).toBeGreaterThan(0);
          return;
        }
        expect(decision.checks.length).toBeGreaterThanOrEqual(6);
        expect(decision.checks.every(({ result }) => result === "passed")).toBe(true);
        expect(input.reading?.fields.dateOfBirth?.value).toBe(customer.dateOfBirth);
        expect([input.autoVerify, input.numberUsedByAnother]).toEqual([true, false]);
        expect(input.reading?.checkDigitsValid).not.toBe(false);
        if (input.type === "drivers_license") {
          expect(input.reading?.front).toMatchObject({ documentNumber: true, dateOfBirth: true });
        }
        expect(Object.values(input.reading?.front ?? {})).not.toContain(false);
      }),
      { numRuns: 500 },
    );
  });

  test("only a rejection allows a retry, and it names the sides to capture again", () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const { status, canRetry, retakeSides } = decideDocument(input);
        expect(canRetry).toBe(status === "rejected");
        expect(retakeSides.length > 0).toBe(status === "rejected");
      }),
      { numRuns: 500 },
    );
  });
});
