import type { CleanOutcome, DocumentImage } from "./document-reader.ts";
import { decodePicture, rewritePicture } from "./picture/decode-picture.ts";
import { measureQuality } from "./picture/measure-quality.ts";
import { problem } from "./problem-texts.ts";
import { qualityProblems } from "./quality-problems.ts";

/** Makes an upload safe to store, in this process. */
export async function cleanImage({ side, bytes }: DocumentImage): Promise<CleanOutcome> {
  const decoded = await decodePicture(bytes);
  const image = decoded.ok ? await rewritePicture(bytes) : null;
  if (!decoded.ok || !image) {
    const code = decoded.ok ? "image_damaged" : decoded.problem;
    return { ok: true, image: null, quality: null, problems: [problem(code, side)] };
  }
  const quality = await measureQuality(side, decoded);
  return { ok: true, image, quality, problems: qualityProblems(quality) };
}
