import { PDFDocument } from "@cantoo/pdf-lib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { toPrintable } from "../../../platform/pdf/page-pen.ts";
import { damageValues } from "../../../testing/damage-values.ts";
import { readPdfText } from "../../../testing/read-pdf-text.ts";
import { createW9World, signedByCompany, type W9World } from "../testing/w9-world.ts";

let world: W9World;
beforeAll(async () => {
  world = await createW9World();
});
afterAll(() => world.close());

async function copyOf(changes: object) {
  const page = await world.pageOf(await world.newCustomer());
  const { body } = await page.complete(changes);
  return { page, receipt: String(body.receipt), copy: await page.copy(body.receipt) };
}

test("contains what was signed, in the form's wording", async () => {
  const { copy } = await copyOf({ middleName: "Quincy", signature: "Jane Quincy Doe" });
  expect(copy.statusCode).toBe(200);
  const document = await PDFDocument.load(copy.bytes);
  expect(document.getPageCount()).toBe(1);
  expect(document.getTitle()).toBe("Form W-9 (Rev. March 2024), Jane Quincy Doe");
  const texts = readPdfText(copy.bytes);
  const all = texts.join(" ");
  for (const expected of [
    "Identification Number and Certification",
    "Jane Quincy Doe",
    "1 Main Street",
    "Reno, NV 89501",
    "Test operator",
    "TIN: 536-22-8714",
    "Under penalties of perjury, I certify that:",
    "I am a U.S. citizen or other U.S. person (defined below); and",
  ]) {
    expect(all).toContain(expected);
  }
  expect(all).toContain("The Internal Revenue Service does not require your consent");
  expect(all).toMatch(
    /Signed electronically by typed name.* on \d{4}-\d\d-\d\dT[\d:.]+Z from 127\.0\.0\.1\./,
  );
  expect(all).not.toContain("crossed out");
});

test("has a company's own lines, and item 2 crossed out if necessary", async () => {
  const { firstName, lastName } = { firstName: undefined, lastName: undefined };
  const { copy } = await copyOf({
    ...signedByCompany,
    firstName,
    lastName,
    backupWithholding: true,
  });
  const all = readPdfText(copy.bytes).join(" ");
  for (const expected of ["Doe & Sons LLC", "Doe’s Diner", "TIN: 12-3456780", "A corporation"]) {
    expect(all).toContain(expected);
  }
  expect(all).toContain("Item 2 was crossed out by the signer");
});

test("needs the receipt, for an hour", async () => {
  const { page, receipt } = await copyOf({});
  expect((await page.copy("")).statusCode).toBe(403);
  const [what, until, proof = ""] = receipt.split(".");
  const forged = `${what}.${until}.${proof.startsWith("A") ? "B" : "A"}${proof.slice(1)}`;
  expect((await page.copy(forged)).statusCode).toBe(403);
  expect((await page.copy(receipt)).statusCode).toBe(200);
  world.clock.advance(60 * 60 * 1000);
  expect((await page.copy(receipt)).statusCode).toBe(403);
});

test.each(["form_sealed", "tin_sealed"])("cannot be drawn if %s is damaged", async (column) => {
  const { page, receipt } = await copyOf({});
  const w9_id = String((await page.status()).body.w9Id);
  await damageValues(world, "w9_forms", column, { w9_id });
  const { statusCode, bytes } = await page.copy(receipt);
  expect(statusCode).toBe(409);
  expect(JSON.parse(bytes.toString()).errorCode).toBe("w9_unreadable");
});

test("keeps accents that the font has, and the letters of all other names", () => {
  expect(toPrintable("José Ñandú")).toBe("José Ñandú");
  expect(toPrintable("Łukasz Đorđević")).toBe("Lukasz Dordevic");
  expect(toPrintable("O’Neil – “Zoë”")).toBe("O’Neil – “Zoë”");
});
