/** Whom a specimen names. Dates are YYYY-MM-DD. */
export interface SpecimenPerson {
  firstName: string;
  middleName?: string;
  lastName: string;
  suffix?: string;
  dateOfBirth: string;
  sex?: "F" | "M" | "X";
  address?: { line1: string; city: string; state: string; postalCode: string };
}

/** A document that says who somebody is. It is marked SPECIMEN wherever it is drawn. */
export interface SpecimenDocument {
  type: "drivers_license" | "passport";
  person: SpecimenPerson;
  /** Capital letters and digits; up to 9 on a passport. */
  documentNumber: string;
  /** YYYY-MM-DD */
  issuedOn: string;
  /** YYYY-MM-DD */
  expiresOn: string;
  /** A licence's country decides the order of its dates; alpha-3. */
  country: "USA" | "CAN";
  /** A passport whose last check digit is wrong, as forgers make them. */
  hasWrongCheckDigit?: boolean;
}

/** ICAO 9303-3 section 6, the letters of names that occur here; others lose their marks. */
const transliterations: Record<string, string> = {
  Ä: "AE",
  Å: "AA",
  Æ: "AE",
  Ð: "D",
  Ł: "L",
  Ø: "OE",
  Ö: "OE",
  Œ: "OE",
  ẞ: "SS",
  Þ: "TH",
  Ü: "UE",
  Đ: "D",
};

/** A name as machines read it: capitals A to Z, hyphens and apostrophes out, words apart by one space. */
export function machineName(name: string): string {
  return name
    .normalize("NFC")
    .replaceAll("ß", "ẞ")
    .toUpperCase()
    .replace(/[^A-Z]/g, (letter) => transliterations[letter] ?? letter)
    .normalize("NFD")
    .replace(/[\p{Mn}'’.,]/gu, "")
    .replace(/[^A-Z]+/g, " ")
    .trim();
}
