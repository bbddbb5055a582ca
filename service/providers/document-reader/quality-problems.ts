import type { DocumentProblem, ImageQuality } from "./document-reader.ts";
import { problem } from "./problem-texts.ts";

/** Measured: cards are sharp at thousands and blurred at 160, photo pages at 1475 and 50. */
const leastSharpness = { front: 150, back: 300, photo_page: 120 };
const leastBrightness = 60;
const mostGlare = 0.6;

/** Warnings about a picture. They block nothing: a code that can be read is the better gate. */
export function qualityProblems(quality: ImageQuality): DocumentProblem[] {
  const { side } = quality;
  const problems: DocumentProblem[] = [];
  if (quality.sharpness < leastSharpness[side])
    problems.push(problem("image_blurred", side, false));
  if (quality.brightness < leastBrightness) problems.push(problem("image_dark", side, false));
  // A front is printed, not white; paper-white sides would all be glare.
  if (side === "front" && quality.glare > mostGlare)
    problems.push(problem("image_glare", side, false));
  return problems;
}
