import { type SpecimenOutcome, type SpecimenWish, specimenOutcomes } from "./specimen-outcomes.ts";

/** Whom the page shows when nobody was named. */
const someone = { firstName: "Ada", lastName: "Lovelace", dateOfBirth: "1990-12-10" };

/**
 * A wish from a query: `firstName`, `middleName`, `lastName`, `dateOfBirth`, `type`, `outcome`,
 * `documentNumber`, `country`. What is left out has a default; null when something is no such value.
 */
export function parseSpecimenWish(query: URLSearchParams, today: string): SpecimenWish | null {
  const text = (name: string) => query.get(name)?.trim().slice(0, 80) || undefined;
  const type = text("type") ?? "drivers_license";
  const outcome = text("outcome") ?? "agrees";
  const country = text("country") ?? "USA";
  const documentNumber = text("documentNumber")?.toUpperCase();
  const dateOfBirth = text("dateOfBirth") ?? someone.dateOfBirth;
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
      firstName: text("firstName") ?? someone.firstName,
      lastName: text("lastName") ?? someone.lastName,
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
