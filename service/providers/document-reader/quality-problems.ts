import type { DocumentProblem, ImageQuality } from "./document-reader.ts";
import { problem } from "./problem-texts.ts";

/** Measured: sharp cards have thousands, blurred ones 160; photo pages 1475 and 50. */
const minSharpness = { front: 150, back: 300, photo_page: 120 };
const minBrightness = 60;
const maxGlare = 0.6;

/** Warnings about a picture. They never block: whether the code can be read is the better test. */
export function qualityProblems(quality: ImageQuality): DocumentProblem[] {
  const { side } = quality;
  const problems: DocumentProblem[] = [];
  if (quality.sharpness < minSharpness[side]) problems.push(problem("image_blurred", side, false));
  if (quality.brightness < minBrightness) problems.push(problem("image_dark", side, false));
  // A front has colors; white sides would all count as glare.
  if (side === "front" && quality.glare > maxGlare)
    problems.push(problem("image_glare", side, false));
  return problems;
}
