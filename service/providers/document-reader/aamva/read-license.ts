import type { DocumentFieldName, ReadField } from "../document-reader.ts";
import { aamvaDate } from "./aamva-date.ts";
import { aamvaElements } from "./aamva-elements.ts";

type Fields = Partial<Record<DocumentFieldName, ReadField>>;

const canadianProvinces = /^(AB|BC|MB|NB|NL|NS|NT|NU|ON|PE|QC|SK|YT)$/;

/** Reads a license's fields from its barcode's text; null if it isn't a license, or has no field that we know. */
export function readLicense(text: string): Fields | null {
  const elements = aamvaElements(text);
  if (!elements) return null;
  const value = (...ids: string[]): string | null => {
    for (const id of ids) {
      const found = elements.get(id);
      if (found && !/^(NONE|UNAVL|UNAVAIL|N\/A)$/i.test(found)) return found;
    }
    return null;
  };
  const names = readNames(value);
  const state = value("DAJ", "DAO")?.toUpperCase() ?? null;
  const fields: Fields = {};
  const put = (name: DocumentFieldName, text: string | null, truncated = false) => {
    if (text) fields[name] = { value: text, source: "barcode", truncated, checkDigit: null };
  };
  const wasCut = (id: string) => elements.get(id)?.toUpperCase() === "T";
  put("lastName", names.last, wasCut("DDE"));
  put("firstName", names.first, wasCut("DDF"));
  put("middleName", names.middle, wasCut("DDG"));
  put("suffix", value("DCU", "DAE"));
  put("dateOfBirth", aamvaDate(elements.get("DBB")));
  put("expiresOn", aamvaDate(elements.get("DBA")));
  put("issuedOn", aamvaDate(elements.get("DBD")));
  put("documentNumber", value("DAQ")?.replace(/\s/g, "").toUpperCase() ?? null);
  put("issuingCountry", readCountry(value("DCG"), state));
  put("issuingState", state);
  put("sex", readSex(value("DBC")));
  put("addressLine1", value("DAG", "DAL"));
  put("addressCity", value("DAI", "DAN"));
  put("addressState", state);
  put("addressPostalCode", readPostalCode(value("DAK", "DAP")));
  return Object.keys(fields).length > 0 ? fields : null;
}

interface Names {
  last: string | null;
  first: string | null;
  middle: string | null;
}

/**
 * Where a name is depends on the barcode's version. New versions have the parts in DCS, DAC and DAD. Older ones have all
 * given names in DCT. The first has `LAST,FIRST,MIDDLE` in DAA.
 */
function readNames(value: (...ids: string[]) => string | null): Names {
  const whole = value("DAA")?.split(",") ?? [];
  const given = value("DCT")?.split(/[,\s]+/) ?? [];
  const rest = (parts: string[]) => parts.filter(Boolean).join(" ").trim() || null;
  const hasParts = whole.length > 1;
  return {
    last: value("DCS", "DAB") ?? (hasParts ? (whole[0]?.trim() ?? null) : null),
    first: value("DAC") ?? given[0] ?? (hasParts ? (whole[1]?.trim() ?? null) : null),
    middle: value("DAD")?.replace(/,/g, " ") ?? rest(given.slice(1)) ?? rest(whole.slice(2)),
  };
}

function readCountry(written: string | null, state: string | null): string | null {
  if (written && /^[A-Z]{3}$/i.test(written)) return written.toUpperCase();
  if (!state) return null;
  return canadianProvinces.test(state) ? "CAN" : "USA";
}

function readSex(written: string | null): string | null {
  if (!written) return null;
  return { "1": "M", "2": "F", "9": "X", M: "M", F: "F", X: "X" }[written.toUpperCase()] ?? null;
}

/** `232200000` → `23220`, `232201234` → `23220-1234`; Canadian codes unchanged. */
function readPostalCode(written: string | null): string | null {
  const code = written?.replace(/[\s-]/g, "") ?? "";
  if (!/^\d{9}$/.test(code)) return code || null;
  return code.endsWith("0000") ? code.slice(0, 5) : `${code.slice(0, 5)}-${code.slice(5)}`;
}
