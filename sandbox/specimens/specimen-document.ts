/** The person on a specimen. Dates are YYYY-MM-DD. */
export interface SpecimenPerson {
  firstName: string;
  middleName?: string;
  lastName: string;
  suffix?: string;
  dateOfBirth: string;
  sex?: "F" | "M" | "X";
  address?: { line1: string; city: string; state: string; postalCode: string };
}

/** An identity document. Every drawing of it is marked SPECIMEN. */
export interface SpecimenDocument {
  type: "drivers_license" | "passport";
  person: SpecimenPerson;
  /** Capital letters and digits; at most 9 on a passport. */
  documentNumber: string;
  /** YYYY-MM-DD. */
  issuedOn: string;
  /** YYYY-MM-DD. */
  expiresOn: string;
  /** The issuing country, alpha-3. It determines the date format of a license. */
  country: "USA" | "CAN";
  /** Whether the passport's last check digit is wrong, as on a forgery. */
  hasWrongCheckDigit?: boolean;
}

/** Transliterations of ICAO 9303-3 section 6 for some letters. Other letters only lose their diacritics. */
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

/**
 * A name in machine-readable form: A to Z, without hyphens and apostrophes, with words separated by one space.
 */
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
