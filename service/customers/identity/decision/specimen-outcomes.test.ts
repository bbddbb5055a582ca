/** Runs every specimen of the sandbox through the real reader. */
import { expect, test, vi } from "vitest";
import {
  makeSpecimen,
  type SpecimenOutcome,
  type SpecimenRequest,
} from "../../../../sandbox/specimens/index.ts";
import { createInlineDocumentReader } from "../../../providers/document-reader/create-inline-document-reader.ts";
import { decideDocument } from "./decide-document.ts";

// OCR takes seconds, and these tests run in parallel with others.
vi.setConfig({ testTimeout: 240_000 });

const today = "2026-11-22";
const reader = createInlineDocumentReader({ now: () => Date.parse(`${today}T12:00:00Z`) });
const zoe = { firstName: "Zoë", lastName: "O’Hara-Lindqvist", dateOfBirth: "1984-02-29" };

async function outcomeOf(
  type: SpecimenRequest["type"],
  outcome: SpecimenOutcome,
  person: SpecimenRequest["person"] = zoe,
) {
  const images = await makeSpecimen({ type, person, outcome, today });
  const read = await reader.read({ type, images });
  const { status, reasons } = decideDocument({
    type,
    reading: read.ok ? read.reading : null,
    customer: { ...person, middleName: null, suffix: null },
    today,
    numberUsedByAnother: false,
    unreadableBefore: 0,
    autoVerify: true,
  });
  return [status, ...reasons.map(({ code }) => code)];
}

test.each([
  ["agrees", ["verified"]],
  ["askew", ["verified"]],
  ["other_birth_date", ["under_review", "date_of_birth_mismatch"]],
  ["other_name", ["under_review", "last_name_mismatch"]],
  ["other_front", ["under_review", "front_mismatch"]],
  ["expired", ["rejected", "document_expired"]],
  ["blurred", ["rejected", "document_unreadable"]],
] as const)(
  "the license specimen %s has the outcome that the sandbox's page promises",
  async (outcome, expected) => {
    expect(await outcomeOf("drivers_license", outcome)).toEqual(expected);
  },
);

test.each([
  ["agrees", ["verified"]],
  ["wrong_check_digit", ["under_review", "check_digits_wrong"]],
] as const)(
  "the passport specimen %s has the outcome that the sandbox's page promises",
  async (outcome, expected) => {
    expect(await outcomeOf("passport", outcome)).toEqual(expected);
  },
);

// For such letters, the recognition model splits its score between the capital and the small one.
test("a passport is verified if letters of its name look alike in capitals and lower case", async () => {
  const person = { firstName: "Zoe", lastName: "Vazquez-Wux", dateOfBirth: "1984-02-20" };
  expect(await outcomeOf("passport", "agrees", person)).toEqual(["verified"]);
});
