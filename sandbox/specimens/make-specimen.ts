import { photograph, type Shot } from "./photograph.ts";
import { renderSpecimen, type SpecimenImage } from "./render-specimen.ts";
import {
  type SpecimenOutcome,
  type SpecimenWish,
  specimenDocument,
  strangersDocument,
} from "./specimen-outcomes.ts";

/**
 * The sides of a document for any customer. Nothing in it is a signal to the service: each outcome
 * comes from what is printed and how it was taken.
 */
export async function makeSpecimen(wish: SpecimenWish): Promise<SpecimenImage[]> {
  const document = specimenDocument(wish);
  const sides = renderSpecimen(document);
  if (wish.outcome === "other_front") {
    const strangers = renderSpecimen(strangersDocument(document));
    return sides.map(
      (each) => strangers.find(({ side }) => side === "front" && side === each.side) ?? each,
    );
  }
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
