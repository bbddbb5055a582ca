import { createHash } from "node:crypto";
import { machineName, type SpecimenDocument, type SpecimenPerson } from "./specimen-document.ts";

/** What to make of a person's document, and what the real reader and rule then say of it. */
export const specimenOutcomes = {
  agrees: "Says what the customer says → verified",
  askew: "The same, taken at an angle, grainy and small → verified",
  other_birth_date: "Born a day later → under_review",
  other_name: "Another last name → under_review",
  wrong_check_digit: "A passport whose check digits do not fit → under_review",
  other_front: "A license with the front of somebody else’s → under_review",
  expired: "Expired last year → rejected, may be tried again",
  blurred: "Too blurred to read → rejected, the third time under_review",
} as const;
export type SpecimenOutcome = keyof typeof specimenOutcomes;

/** Which specimen is wanted. */
export interface SpecimenWish {
  type: SpecimenDocument["type"];
  person: SpecimenPerson;
  outcome: SpecimenOutcome;
  /** YYYY-MM-DD; dates of issue and expiry are counted from it. */
  today: string;
  /** Made up from name and date of birth when left out: the same person has the same number. */
  documentNumber?: string;
  country?: SpecimenDocument["country"];
}

/** What is printed on the specimen that was wished for. */
export function specimenDocument(wish: SpecimenWish): SpecimenDocument {
  const { type, person, outcome, today } = wish;
  const printed = { ...person };
  if (outcome === "other_birth_date") printed.dateOfBirth = nextDay(person.dateOfBirth);
  if (outcome === "other_name") {
    printed.lastName = machineName(person.lastName) === "SPECIMEN" ? "Example" : "Specimen";
  }
  return {
    type,
    person: printed,
    documentNumber: wish.documentNumber ?? numberOf(wish),
    issuedOn: yearsLater(today, -4),
    expiresOn: yearsLater(today, outcome === "expired" ? -1 : 4),
    country: wish.country ?? "USA",
    hasWrongCheckDigit: outcome === "wrong_check_digit",
  };
}

/** Whose front stands with the back that was wished for. */
export function strangersDocument(document: SpecimenDocument): SpecimenDocument {
  const person = { firstName: "Robin", lastName: "Stranger", dateOfBirth: "1971-08-19" };
  return { ...document, person, documentNumber: "Y40271935" };
}

function numberOf({ type, person }: SpecimenWish): string {
  const text = [type, person.firstName, person.lastName, person.dateOfBirth].join("\n");
  const digits = createHash("sha256").update(text).digest().readUInt32BE(0) % 100_000_000;
  return `S${String(digits).padStart(8, "0")}`;
}

function nextDay(iso: string): string {
  return new Date(Date.parse(`${iso}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}

/** The 29th of February becomes the 28th: a day that every year has. */
function yearsLater(iso: string, years: number): string {
  const day = iso.slice(5) === "02-29" ? "02-28" : iso.slice(5);
  return `${Number(iso.slice(0, 4)) + years}-${day}`;
}
