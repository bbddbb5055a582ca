import { machineName, type SpecimenDocument } from "./specimen-document.ts";

/** The two lines of 44 characters on a passport's photo page (ICAO 9303-4, TD3). */
export function mrzLines(document: SpecimenDocument): [upper: string, lower: string] {
  const { person, country } = document;
  const given = [person.firstName, person.middleName ?? ""].map(machineName).filter(Boolean);
  const upper = `P<${country}${machineName(person.lastName)}<<${given.join(" ")}`.replaceAll(
    " ",
    "<",
  );
  const number = document.documentNumber.slice(0, 9).padEnd(9, "<");
  const birth = shortDate(person.dateOfBirth);
  const expires = shortDate(document.expiresOn);
  const personal = "<".repeat(14);
  const numberPart = number + checkDigit(number);
  const birthPart = birth + checkDigit(birth);
  const expiresPart = expires + checkDigit(expires);
  const personalPart = `${personal}<`;
  const sex = person.sex === "F" || person.sex === "M" ? person.sex : "<";
  const lower = `${numberPart}${country}${birthPart}${sex}${expiresPart}${personalPart}`;
  const last = Number(checkDigit(numberPart + birthPart + expiresPart + personalPart));
  const shift = document.hasWrongCheckDigit ? 1 : 0;
  return [upper.slice(0, 44).padEnd(44, "<"), `${lower}${(last + shift) % 10}`];
}

/** The check digit of ICAO 9303-3 section 4.9: weights 7, 3, 1; A is 10, `<` is 0. */
export function checkDigit(text: string): string {
  let sum = 0;
  for (const [index, character] of [...text].entries()) {
    const value = character === "<" ? 0 : Number.parseInt(character, 36);
    sum += value * ([7, 3, 1][index % 3] as number);
  }
  return String(sum % 10);
}

function shortDate(iso: string): string {
  return iso.slice(2).replaceAll("-", "");
}
