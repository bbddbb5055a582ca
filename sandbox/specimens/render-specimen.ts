import { join } from "node:path";
import { Resvg } from "@resvg/resvg-js";
import { repositoryRoot } from "../http/public-files.ts";
import { licenseBack, licenseFront } from "./license-drawing.ts";
import { passportPage } from "./passport-drawing.ts";
import type { SpecimenDocument } from "./specimen-document.ts";

/** Sides of a specimen, named as in the capture. */
export type SpecimenSide = "front" | "back" | "photo_page";

export interface SpecimenImage {
  side: SpecimenSide;
  /** The side as PNG. */
  bytes: Uint8Array;
}

/** Renders every side as PNG, `widthPx` wide, in capture order. */
export function renderSpecimen(document: SpecimenDocument, widthPx = 1600): SpecimenImage[] {
  return sidesOf(document).map(([side, draw]) => ({
    side,
    bytes: render(draw(document), widthPx),
  }));
}

function sidesOf({
  type,
}: SpecimenDocument): [SpecimenSide, (document: SpecimenDocument) => string][] {
  if (type === "passport") return [["photo_page", passportPage]];
  return [
    ["front", licenseFront],
    ["back", licenseBack],
  ];
}

function render(svg: string, widthPx: number): Uint8Array {
  const font = join(repositoryRoot(), "sandbox", "specimens", "fonts", "ocr-b.otf");
  const picture = new Resvg(svg, {
    fitTo: { mode: "width", value: widthPx },
    font: { fontFiles: [font], loadSystemFonts: false, defaultFontFamily: "OCR B" },
  });
  return picture.render().asPng();
}
