import {
  type SpecimenOutcome,
  type SpecimenRequest,
  specimenOutcomes,
} from "./specimen-outcomes.ts";

/** The page's default person. */
const defaultPerson = { firstName: "Ada", lastName: "Lovelace", dateOfBirth: "1990-12-10" };

/**
 * Parses a query: `firstName`, `middleName`, `lastName`, `dateOfBirth`, `type`, `outcome`, `documentNumber`, `country`.
 * Missing fields have defaults; null for unknown values.
 */
export function parseSpecimenRequest(
  query: URLSearchParams,
  today: string,
): SpecimenRequest | null {
  const text = (name: string) => query.get(name)?.trim().slice(0, 80) || undefined;
  const type = text("type") ?? "drivers_license";
  const outcome = text("outcome") ?? "agrees";
  const country = text("country") ?? "USA";
  const documentNumber = text("documentNumber")?.toUpperCase();
  const dateOfBirth = text("dateOfBirth") ?? defaultPerson.dateOfBirth;
  const middleName = text("middleName");
  if (type !== "drivers_license" && type !== "passport") return null;
  if (country !== "USA" && country !== "CAN") return null;
  if (!Object.hasOwn(specimenOutcomes, outcome)) return null;
  if (!isDay(dateOfBirth)) return null;
  if (documentNumber && !/^[A-Z0-9]{4,20}$/.test(documentNumber)) return null;
  return {
    type,
    country,
    today,
    outcome: outcome as SpecimenOutcome,
    person: {
      firstName: text("firstName") ?? defaultPerson.firstName,
      lastName: text("lastName") ?? defaultPerson.lastName,
      dateOfBirth,
      ...(middleName ? { middleName } : {}),
    },
    ...(documentNumber ? { documentNumber } : {}),
  };
}

function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return (
    /^\d{4}-\d\d-\d\d$/.test(text) &&
    !Number.isNaN(time) &&
    new Date(time).toISOString().startsWith(text)
  );
}
