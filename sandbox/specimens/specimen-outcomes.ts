import { createHash } from "node:crypto";
import { machineName, type SpecimenDocument, type SpecimenPerson } from "./specimen-document.ts";

/** What a specimen is like, and how the real reader and rules decide. */
export const specimenOutcomes = {
  agrees: "Matches the customer’s data → verified",
  askew: "Matches, but the photo is tilted, grainy and small → verified",
  other_birth_date: "Date of birth is a day later → under_review",
  other_name: "Different last name → under_review",
  wrong_check_digit: "Passport with wrong check digits → under_review",
  other_front: "License with another person’s front → under_review",
  expired: "Expired last year → rejected, retry allowed",
  blurred: "Too blurred to read → rejected; under_review at the third attempt",
} as const;
export type SpecimenOutcome = keyof typeof specimenOutcomes;

export interface SpecimenRequest {
  type: SpecimenDocument["type"];
  person: SpecimenPerson;
  outcome: SpecimenOutcome;
  /** YYYY-MM-DD. Issue and expiry are relative to it. */
  today: string;
  /** Default: derived from name and date of birth, so that a person keeps the number. */
  documentNumber?: string;
  country?: SpecimenDocument["country"];
}

export function specimenDocument(request: SpecimenRequest): SpecimenDocument {
  const { type, person, outcome, today } = request;
  const printed = { ...person };
  if (outcome === "other_birth_date") printed.dateOfBirth = nextDay(person.dateOfBirth);
  if (outcome === "other_name") {
    printed.lastName = machineName(person.lastName) === "SPECIMEN" ? "Example" : "Specimen";
  }
  return {
    type,
    person: printed,
    documentNumber: request.documentNumber ?? numberOf(request),
    issuedOn: yearsLater(today, -4),
    expiresOn: yearsLater(today, outcome === "expired" ? -1 : 4),
    country: request.country ?? "USA",
    hasWrongCheckDigit: outcome === "wrong_check_digit",
  };
}

/** Another person's document; its front goes with the requested back. */
export function otherPersonsDocument(document: SpecimenDocument): SpecimenDocument {
  const person = { firstName: "Robin", lastName: "Stranger", dateOfBirth: "1971-08-19" };
  return { ...document, person, documentNumber: "Y40271935" };
}

function numberOf({ type, person }: SpecimenRequest): string {
  const text = [type, person.firstName, person.lastName, person.dateOfBirth].join("\n");
  const digits = createHash("sha256").update(text).digest().readUInt32BE(0) % 100_000_000;
  return `S${String(digits).padStart(8, "0")}`;
}

function nextDay(iso: string): string {
  return new Date(Date.parse(`${iso}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}

/** The date some years later. 29 February becomes 28 February, which every year has. */
function yearsLater(iso: string, years: number): string {
  const day = iso.slice(5) === "02-29" ? "02-28" : iso.slice(5);
  return `${Number(iso.slice(0, 4)) + years}-${day}`;
}
