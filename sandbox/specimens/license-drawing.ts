import bwipjs from "bwip-js/node";
import { aamvaText } from "./aamva-text.ts";
import { drawing, labelled, portrait, specimenMark, text } from "./drawing.ts";
import { machineName, type SpecimenDocument } from "./specimen-document.ts";

/** The size of ISO/IEC 7810 ID-1 in millimeters. */
const widthMm = 85.6;
const heightMm = 53.98;

export function licenseFront(document: SpecimenDocument): string {
  const { person, documentNumber, issuedOn, expiresOn, country } = document;
  const given = [person.firstName, person.middleName ?? "", person.suffix ?? ""].map(machineName);
  return drawing(
    widthMm,
    heightMm,
    background("#e9eef7"),
    text(4, 7, 3.6, country === "CAN" ? "DRIVER'S LICENCE" : "DRIVER LICENSE"),
    text(81.6, 7, 2.6, country, { "text-anchor": "end" }),
    portrait(4, 11, 22, 28),
    labelled(29, 13, "4d DLN", documentNumber),
    labelled(29, 19.5, "1 LAST NAME", machineName(person.lastName).slice(0, 30)),
    labelled(29, 26, "2 FIRST NAMES", given.filter(Boolean).join(" ").slice(0, 30)),
    labelled(29, 32.5, "3 DOB", person.dateOfBirth),
    labelled(55, 32.5, "15 SEX", person.sex ?? "X"),
    labelled(29, 39, "4b EXP", expiresOn),
    labelled(55, 39, "4a ISS", issuedOn),
    labelled(29, 45.5, "8 ADDRESS", (person.address?.line1 ?? "1 SPECIMEN WAY").slice(0, 30)),
    specimenMark(46, 34, 14),
  );
}

export function licenseBack(document: SpecimenDocument): string {
  const encoded = aamvaText(document).replace(
    /[^ -~]|\^/g,
    (character) => `^${String(character.charCodeAt(0)).padStart(3, "0")}`,
  );
  const options = { bcid: "pdf417", text: encoded, parse: true, columns: 17, eclevel: 5 };
  const barcode = bwipjs.toSVG(options);
  const placed = barcode.replace(
    "<svg ",
    '<svg x="7" y="7" width="71.6" height="23" preserveAspectRatio="none" ',
  );
  return drawing(
    widthMm,
    heightMm,
    background("#f4f2ec"),
    '<rect x="4" y="4" width="77.6" height="29" fill="#fff"/>',
    placed,
    text(4, 39, 2.2, "CLASS: D   END: NONE   REST: NONE"),
    text(4, 43, 2.2, `DD: SPECIMEN0001   ${document.country}`),
    specimenMark(42.8, 49, 8),
  );
}

function background(colour: string): string {
  return `<rect width="${widthMm}" height="${heightMm}" fill="${colour}"/>`;
}
