/** Reads a few of the photos of `npm run bench:documents`, with the real decoder and OCR. */
import { expect, test, vi } from "vitest";
import {
  type PhotoCondition,
  renderScene,
  renderSpecimen,
  type SpecimenDocument,
} from "../../../sandbox/specimens/index.ts";
import { readLicense } from "./aamva/read-license.ts";
import { readPdf417 } from "./barcode/read-pdf417.ts";
import { createInlineDocumentReader } from "./create-inline-document-reader.ts";
import type { DocumentImage } from "./document-reader.ts";
import { decodePicture } from "./picture/decode-picture.ts";

// OCR takes seconds, and much longer on a busy machine.
vi.setConfig({ testTimeout: 240_000 });

const license: SpecimenDocument = {
  type: "drivers_license",
  person: { firstName: "Ada", lastName: "Lovelace", dateOfBirth: "1990-12-10" },
  documentNumber: "T1234567",
  issuedOn: "2024-01-02",
  expiresOn: "2032-12-10",
  country: "USA",
};
const reader = createInlineDocumentReader({ now: () => Date.UTC(2026, 10, 22) });
const sides = renderSpecimen(license, 1400) as [DocumentImage, DocumentImage];

async function photo(
  { side, bytes }: DocumentImage,
  condition: PhotoCondition,
): Promise<DocumentImage> {
  return { side, bytes: await renderScene(bytes, condition, 7) };
}

async function read(type: SpecimenDocument["type"], images: DocumentImage[]) {
  const outcome = await reader.read({ type, images });
  if (!outcome.ok) throw new Error(outcome.reason);
  return outcome.reading;
}

test.each(["perspective", "rotation", "shadow", "fold", "far_away", "low_light"] as const)(
  "the barcode is read despite %s",
  async (condition) => {
    const decoded = await decodePicture((await photo(sides[1], condition)).bytes);
    if (!decoded.ok) throw new Error(decoded.problem);
    const barcode = await readPdf417(decoded.grey, readLicense);
    expect(barcode).toMatchObject({ value: { documentNumber: { value: "T1234567" } } });
  },
);

test("a front photographed at an angle matches its own barcode, but not another person's", async () => {
  const back = await photo(sides[1], "screen");
  const own = await read("drivers_license", [await photo(sides[0], "perspective"), back]);
  expect(Object.values(own.front ?? {})).toEqual([true, true, true, true]);
  const [other] = renderSpecimen(
    {
      ...license,
      person: { firstName: "Grace", lastName: "Hopper", dateOfBirth: "1990-12-11" },
      documentNumber: "T1234568",
    },
    1400,
  );
  const mixed = await read("drivers_license", [
    await photo(other as DocumentImage, "perspective"),
    back,
  ]);
  expect(Object.values(mixed.front ?? {})).toEqual([false, false, false, false]);
});

test("a passport photographed from a screen or sideways is read", async () => {
  const [page] = renderSpecimen({ ...license, type: "passport" }, 1400);
  for (const condition of ["screen", "rotation"] as const) {
    const { fields, checkDigitsValid } = await read("passport", [
      await photo(page as DocumentImage, condition),
    ]);
    expect([checkDigitsValid, fields.documentNumber?.value]).toEqual([true, "T1234567"]);
    expect([fields.lastName?.value, fields.firstName?.value]).toEqual(["LOVELACE", "ADA"]);
  }
});
