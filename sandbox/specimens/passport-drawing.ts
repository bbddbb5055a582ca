import { drawing, labelled, portrait, specimenMark, text } from "./drawing.ts";
import { mrzLines } from "./mrz-lines.ts";
import { machineName, type SpecimenDocument } from "./specimen-document.ts";

/** The size of ISO/IEC 7810 ID-3 in millimeters. */
const widthMm = 125;
const heightMm = 88;
/** ICAO 9303-3 requires ten characters per inch. */
const pitchMm = 2.54;

export function passportPage(document: SpecimenDocument): string {
  const { person, documentNumber, issuedOn, expiresOn, country } = document;
  const given = [person.firstName, person.middleName ?? ""].map(machineName).filter(Boolean);
  return drawing(
    widthMm,
    heightMm,
    `<rect width="${widthMm}" height="${heightMm}" fill="#eef1ea"/>`,
    text(5, 8, 4, "PASSPORT"),
    text(120, 8, 3, country, { "text-anchor": "end" }),
    portrait(5, 13, 35, 45),
    labelled(45, 16, "Type", "P"),
    labelled(60, 16, "Country", country),
    labelled(82, 16, "Passport No.", documentNumber),
    labelled(45, 24, "Surname", machineName(person.lastName).slice(0, 32)),
    labelled(45, 32, "Given names", given.join(" ").slice(0, 32)),
    labelled(45, 40, "Date of birth", person.dateOfBirth),
    labelled(82, 40, "Sex", person.sex ?? "X"),
    labelled(45, 48, "Date of issue", issuedOn),
    labelled(82, 48, "Date of expiry", expiresOn),
    specimenMark(78, 46, 16),
    '<rect x="0" y="65" width="125" height="23" fill="#fafaf7"/>',
    ...mrzLines(document).map((line, index) => machineLine(line, 74 + index * 8)),
  );
}

function machineLine(line: string, y: number): string {
  const left = (widthMm - 44 * pitchMm) / 2;
  const places = [...line].map((_, index) => (left + index * pitchMm).toFixed(2));
  const escaped = line.replaceAll("<", "&lt;");
  return `<text x="${places.join(" ")}" y="${y}" font-size="3.5" fill="#000">${escaped}</text>`;
}
