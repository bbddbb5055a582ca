import { photograph, type Shot } from "./photograph.ts";
import { renderSpecimen, type SpecimenImage } from "./render-specimen.ts";
import {
  otherPersonsDocument,
  type SpecimenOutcome,
  type SpecimenRequest,
  specimenDocument,
} from "./specimen-outcomes.ts";

/**
 * Draws the sides of a document for any customer. Nothing in them is meant for the service: each outcome follows from
 * what is printed and how it was photographed.
 */
export async function makeSpecimen(request: SpecimenRequest): Promise<SpecimenImage[]> {
  const document = specimenDocument(request);
  const sides = renderSpecimen(document);
  if (request.outcome === "other_front") {
    const others = renderSpecimen(otherPersonsDocument(document));
    return sides.map(
      (each) => others.find(({ side }) => side === "front" && side === each.side) ?? each,
    );
  }
  const shot = shots[request.outcome];
  if (!shot) return sides;
  return Promise.all(
    sides.map(async ({ side, bytes }) => ({ side, bytes: await photograph(bytes, shot) })),
  );
}

const shots: Partial<Record<SpecimenOutcome, Shot>> = {
  askew: { rotateDegrees: 3, noiseSigma: 6, blurSigma: 0.5, jpegQuality: 75, widthPx: 1400 },
  blurred: { blurSigma: 8, widthPx: 1200 },
};
