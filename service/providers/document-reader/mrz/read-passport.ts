import { parse } from "mrz";
import { realDate } from "../aamva/aamva-date.ts";
import type { DocumentFieldName, ReadField } from "../document-reader.ts";

export interface ReadPassport {
  fields: Partial<Record<DocumentFieldName, ReadField>>;
  /** Covers number, birth date, expiry and the whole zone. */
  checkDigitsValid: boolean;
}

const namesLength = 39;
/** Passports are valid for ten years, in a few countries longer. A later date is of the last century. */
const maxYearsAhead = 20;

/**
 * Reads a TD3 zone's fields. Where the position decides, corrects letters read as digits and the reverse; names have no
 * check digit. As of `nowMs`, a birth date is within the last hundred years, an expiry date at most
 * {@link maxYearsAhead} years ahead.
 */
export function readPassport(lines: readonly [string, string], nowMs: number): ReadPassport | null {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse([...lines], { autocorrect: true });
  } catch {
    return null;
  }
  if (parsed.format !== "TD3") return null;
  const valueIn = (name: string) =>
    parsed.details.find(({ field }) => field === name)?.value ?? null;
  const fits = (name: string) => parsed.details.find(({ field }) => field === name)?.valid ?? false;
  const fields: ReadPassport["fields"] = {};
  const put = (
    name: DocumentFieldName,
    value: string | null,
    check?: string,
    truncated = false,
  ) => {
    if (!value) return;
    fields[name] = { value, source: "mrz", truncated, checkDigit: check ? fits(check) : null };
  };
  const given = (parsed.fields.firstName ?? "").split(/\s+/).filter(Boolean);
  // A name that fills the line may continue beyond it.
  const cut = !lines[0].slice(5, 5 + namesLength).endsWith("<");
  put("lastName", parsed.fields.lastName ?? null, undefined, cut);
  put("firstName", given[0] ?? null, undefined, cut);
  put("middleName", given.slice(1).join(" "), undefined, cut);
  put("dateOfBirth", birthDate(valueIn("birthDate"), nowMs), "birthDateCheckDigit");
  put("expiresOn", expiryDate(valueIn("expirationDate"), nowMs), "expirationDateCheckDigit");
  put("documentNumber", valueIn("documentNumber"), "documentNumberCheckDigit");
  put("issuingCountry", countryCode(valueIn("issuingState")));
  put("nationality", countryCode(valueIn("nationality")));
  put("sex", { male: "M", female: "F", nonspecified: "X" }[parsed.fields.sex ?? ""] ?? null);
  const checked = ["documentNumber", "birthDate", "expirationDate", "composite"];
  return { fields, checkDigitsValid: checked.every((name) => fits(`${name}CheckDigit`)) };
}

function birthDate(short: string | null, nowMs: number): string | null {
  const iso = longDate(short, "20");
  if (iso === null) return longDate(short, "19");
  return iso <= new Date(nowMs).toISOString().slice(0, 10) ? iso : longDate(short, "19");
}

function expiryDate(short: string | null, nowMs: number): string | null {
  const iso = longDate(short, "20");
  const isNear = Number(iso?.slice(0, 4)) <= new Date(nowMs).getUTCFullYear() + maxYearsAhead;
  return isNear ? iso : longDate(short, "19");
}

function longDate(short: string | null, century: string): string | null {
  if (!short || !/^\d{6}$/.test(short)) return null;
  return realDate(`${century}${short.slice(0, 2)}-${short.slice(2, 4)}-${short.slice(4)}`);
}

/** Reads a country code; Germany writes `D<<`. */
function countryCode(written: string | null): string | null {
  const code = written?.replace(/<+$/, "") ?? "";
  return /^[A-Z]{1,3}$/.test(code) ? code : null;
}
