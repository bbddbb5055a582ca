import { photograph, type Shot } from "./photograph.ts";
import { renderSpecimen, type SpecimenImage } from "./render-specimen.ts";
import { type SpecimenOutcome, type SpecimenWish, specimenDocument } from "./specimen-outcomes.ts";

/**
 * The sides of a document for any customer. Nothing in it is a signal to the service: each outcome
 * comes from what is printed and how it was taken.
 */
export async function makeSpecimen(wish: SpecimenWish): Promise<SpecimenImage[]> {
  const sides = renderSpecimen(specimenDocument(wish));
  const shot = shots[wish.outcome];
  if (!shot) return sides;
  return Promise.all(
    sides.map(async ({ side, bytes }) => ({ side, bytes: await photograph(bytes, shot) })),
  );
}

const shots: Partial<Record<SpecimenOutcome, Shot>> = {
  askew: { rotateDegrees: 3, noiseSigma: 6, blurSigma: 0.5, jpegQuality: 75, widthPx: 1400 },
  blurred: { blurSigma: 8, widthPx: 1200 },
};
