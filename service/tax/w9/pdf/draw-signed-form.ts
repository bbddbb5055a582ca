/**
 * The copy of a signed W-9 from stored data, with the form's lines in their order and wording. Needs no IRS file, and
 * every revision keeps its text.
 */
import { formatTin } from "#contract/tin";
import {
  exemptPayeeCodes,
  type W9Classification,
  type W9FormText,
  w9Forms,
} from "#contract/w9-form";
import { ApiError } from "../../../platform/http/api-error.ts";
import { createPagePen, type PagePen } from "../../../platform/pdf/page-pen.ts";
import type { Keyring } from "../../../platform/secrets/keyring.ts";
import { unlessBroken } from "../../../platform/secrets/seal.ts";
import { openSignedForm, openTin, type SignedForm } from "../store/signed-form.ts";
import type { W9FormRow } from "../tables.ts";

const left = 36;
const right = 576;
const width = right - left;
const label = { size: 6.5 } as const;
const value = { size: 11 } as const;

/** Draws a signed form with the complete TIN. Throws ApiError `w9_unreadable`, and an Error for an unsigned form. */
export async function drawSignedForm(
  keyring: Pick<Keyring, "decryptField">,
  row: W9FormRow,
): Promise<Buffer> {
  const form = unlessBroken(() => openSignedForm(keyring, row));
  const tin = unlessBroken(() => openTin(keyring, row));
  if (form === undefined || tin === undefined) throw new ApiError("w9_unreadable");
  const text = form && w9Forms[form.revision];
  if (!form || tin === null || !text || !row.completed_at) {
    throw new Error("this W-9 was not signed");
  }
  const pen = await createPagePen(`Form W-9 (${text.revisionName}), ${form.name}`);
  drawHead(pen, text);
  let y = drawNames(pen, text, form);
  y = drawClassification(pen, text, form, y);
  y = drawAddress(pen, text, form, y);
  y = drawNumber(pen, text, form, tin, y);
  y = drawCertification(pen, text, form, y);
  drawRecord(pen, form, row.w9_id, row.completed_at, y);
  pen.document.setCreationDate(row.completed_at);
  pen.document.setModificationDate(row.completed_at);
  return Buffer.from(await pen.document.save());
}

function drawHead(pen: PagePen, text: W9FormText): void {
  pen.text(left, 52, "Form", { size: 8 });
  pen.text(left + 22, 56, "W-9", { size: 24, face: "bold" });
  pen.text(left, 68, `(${text.revisionName})`, { size: 7.5 });
  pen.text(left, 78, "Substitute form", { size: 7.5 });
  const [first, second] = ["Request for Taxpayer", "Identification Number and Certification"];
  for (const [index, part] of [first, second].entries()) {
    const style = { size: 14, face: "bold" } as const;
    pen.text(300 - pen.widthOf(part, style) / 2, 54 + index * 18, part, style);
  }
  const rows = ["Give form to the", "requester. Do not", "send to the IRS."];
  for (const [index, row] of rows.entries()) {
    pen.text(492, 52 + index * 11, row, { size: 8.5, face: "bold" });
  }
  pen.line(left, 88, right, 88, 1);
}

/** Draws a line's number, text and entry. */
function entry(
  pen: PagePen,
  at: { x: number; y: number; width: number; height: number },
  number: string,
  words: string,
  entered: string,
): void {
  pen.text(at.x + 2, at.y + 9, number, { size: 7.5, face: "bold" });
  pen.paragraph(at.x + 18, at.y + 9, at.width - 22, words, label);
  pen.text(at.x + 18, at.y + at.height - 5, entered, sizeFor(pen, entered, at.width - 22));
  pen.line(at.x, at.y + at.height, at.x + at.width, at.y + at.height);
}

function sizeFor(pen: PagePen, text: string, room: number) {
  const isTooWide = pen.widthOf(text, value) > room;
  return isTooWide ? { size: Math.max(5, (value.size * room) / pen.widthOf(text, value)) } : value;
}

function drawNames(pen: PagePen, { lines }: W9FormText, form: SignedForm): number {
  entry(pen, { x: left, y: 88, width, height: 40 }, "1", lines.line1, form.name);
  const two = { x: left, y: 128, width, height: 30 };
  entry(pen, two, "2", lines.line2, form.businessName ?? "");
  return 158;
}

function drawClassification(
  pen: PagePen,
  { lines, boxes }: W9FormText,
  form: SignedForm,
  y: number,
): number {
  const middle = 430;
  pen.text(left + 2, y + 9, "3a", { size: 7.5, face: "bold" });
  pen.paragraph(left + 18, y + 9, middle - left - 24, lines.line3a, label);
  const tick = (x: number, rowY: number, box: W9Classification, words: string = boxes[box]) => {
    pen.tick(x, rowY, form.classification === box);
    pen.text(x + 11, rowY, words, { size: 7.5 });
  };
  tick(left + 18, y + 34, "individual");
  tick(left + 138, y + 34, "c_corporation");
  tick(left + 208, y + 34, "s_corporation");
  tick(left + 278, y + 34, "partnership");
  tick(left + 340, y + 34, "trust_estate", "Trust/estate");
  pen.tick(left + 18, y + 49, form.classification === "llc");
  pen.text(left + 29, y + 49, `${boxes.llc}:`, { size: 7.2 });
  pen.text(middle - 18, y + 49, form.llcClassification ?? "", { size: 10, face: "bold" });
  pen.line(middle - 22, y + 51, middle - 6, y + 51);
  tick(left + 18, y + 64, "other");
  pen.text(left + 120, y + 64, form.otherClassification ?? "", { size: 9 });
  pen.line(left + 118, y + 66, middle - 6, y + 66);

  pen.line(middle, y, middle, y + 72);
  pen.text(middle + 4, y + 9, "4", { size: 7.5, face: "bold" });
  const words = "Exemptions (codes apply only to certain entities, not individuals)";
  pen.paragraph(middle + 14, y + 9, right - middle - 16, words, label);
  const code = form.exemptPayeeCode;
  pen.text(middle + 14, y + 36, lines.line4, label);
  pen.text(middle + 104, y + 36, code ?? "", value);
  pen.line(middle + 100, y + 38, right - 4, y + 38);
  if (code !== null) {
    pen.paragraph(middle + 14, y + 46, right - middle - 16, exemptPayeeCodes[code], {
      size: 4.6,
      grey: true,
    });
  }
  pen.line(left, y + 72, right, y + 72);
  return y + 72;
}

function drawAddress(pen: PagePen, { lines }: W9FormText, form: SignedForm, y: number): number {
  const { address } = form;
  const middle = 380;
  const street = [address.line1, address.line2].filter(Boolean).join(", ");
  const region = [address.state, address.postalCode].filter(Boolean).join(" ");
  const abroad = address.country === "US" ? "" : (address.country ?? "");
  const place = [address.city, region, abroad].filter(Boolean).join(", ");
  entry(pen, { x: left, y, width: middle - left, height: 30 }, "5", lines.line5, street);
  entry(pen, { x: left, y: y + 30, width: middle - left, height: 30 }, "6", lines.line6, place);
  pen.line(middle, y, middle, y + 60);
  pen.text(middle + 4, y + 9, lines.requester, label);
  pen.text(
    middle + 4,
    y + 26,
    form.requesterName,
    sizeFor(pen, form.requesterName, right - middle - 8),
  );
  pen.line(middle, y + 60, right, y + 60);
  const seven = { x: left, y: y + 60, width, height: 28 };
  entry(pen, seven, "7", lines.line7, form.accountNumber);
  return y + 88;
}

function bar(pen: PagePen, y: number, part: string, title: string): void {
  pen.box(left, y, 44, 14, true);
  pen.text(left + 7, y + 10.5, part, { size: 9, face: "bold", white: true });
  pen.text(left + 52, y + 10.5, title, { size: 9.5, face: "bold" });
  pen.line(left, y + 14, right, y + 14, 1);
}

function drawNumber(
  pen: PagePen,
  { lines }: W9FormText,
  form: SignedForm,
  tin: string,
  y: number,
): number {
  bar(pen, y + 4, "Part I", lines.partOne);
  pen.paragraph(
    left,
    y + 30,
    320,
    "Enter your TIN in the appropriate box. The TIN provided must match the name given on line 1 to avoid backup withholding. For individuals, this is generally your social security number (SSN). For other entities, it is your employer identification number (EIN).",
    { size: 7.5 },
  );
  // The TIN is text, too, for copying and screen readers.
  pen.text(left, y + 82, `TIN: ${formatTin(tin, form.tinBox)}`, { size: 9, face: "bold" });
  const x = 384;
  pen.text(x, y + 29, lines.ssn, { size: 8, face: "bold" });
  drawDigits(pen, x, y + 33, [3, 2, 4], form.tinBox === "ssn" ? tin : "");
  pen.text(x, y + 65, lines.ein, { size: 8, face: "bold" });
  drawDigits(pen, x, y + 69, [2, 7], form.tinBox === "ein" ? tin : "");
  return y + 94;
}

function drawDigits(
  pen: PagePen,
  x: number,
  y: number,
  groups: readonly number[],
  digits: string,
): void {
  let cell = x;
  let position = 0;
  for (const [index, length] of groups.entries()) {
    if (index > 0) {
      pen.text(cell + 3, y + 13, "–", { size: 11 });
      cell += 12;
    }
    for (let place = 0; place < length; place += 1) {
      pen.box(cell, y, 15, 18);
      pen.text(cell + 4.4, y + 13.5, digits[position] ?? "", { size: 12 });
      cell += 15;
      position += 1;
    }
  }
}

function drawCertification(pen: PagePen, text: W9FormText, form: SignedForm, y: number): number {
  bar(pen, y, "Part II", text.lines.partTwo);
  let at = pen.paragraph(left, y + 27, width, text.perjury, { size: 8.5 });
  for (const [index, item] of text.items.entries()) {
    const struck = index === 1 && form.backupWithholding;
    pen.text(left, at + 3, `${index + 1}.`, { size: 8.5 });
    at = pen.paragraph(left + 14, at + 3, width - 14, item, { size: 8.5, struck });
  }
  if (form.backupWithholding) {
    const note =
      "Item 2 was crossed out by the signer: the IRS has notified them of backup withholding.";
    at = pen.paragraph(left + 14, at + 3, width - 14, note, { size: 8.5, face: "bold" });
  }
  at = pen.paragraph(left, at + 8, width, text.usPerson.intro, { size: 7 });
  for (const kind of text.usPerson.kinds) {
    at = pen.paragraph(left + 8, at, width - 8, `• ${kind}`, { size: 7 });
  }
  at = pen.paragraph(left, at + 8, width, text.consent, { size: 8.5, face: "bold" });

  const top = at + 4;
  pen.line(left, top, right, top, 1);
  pen.text(left, top + 14, "Sign", { size: 11, face: "bold" });
  pen.text(left, top + 27, "Here", { size: 11, face: "bold" });
  pen.text(left + 44, top + 12, text.lines.signature, { size: 7 });
  pen.text(left + 44, top + 30, form.signature, { size: 16, face: "italic" });
  pen.line(left + 40, top + 35, 430, top + 35);
  pen.text(444, top + 12, text.lines.date, { size: 7 });
  pen.text(444, top + 30, asOnForms(form.signedOn), { size: 11 });
  pen.line(440, top + 35, right, top + 35);
  pen.line(left, top + 40, right, top + 40, 1);
  return top + 40;
}

/** A date as forms have it: `2026-11-22` → `11/22/2026`. */
function asOnForms(date: string): string {
  const [year, month, day] = date.split("-");
  return `${month}/${day}/${year}`;
}

/** Draws the evidence of how the form was signed. */
function drawRecord(
  pen: PagePen,
  form: SignedForm,
  w9Id: string,
  completedAt: Date,
  y: number,
): void {
  const rows = [
    `Signed electronically by typed name, as the last entry, on ${completedAt.toISOString()} from ${form.ipAddress}.`,
    `Record ${w9Id}. Browser: ${form.userAgent || "unknown"}`,
  ];
  let at = y + 14;
  for (const row of rows) at = pen.paragraph(left, at, width, row, { size: 6.5, grey: true });
}
