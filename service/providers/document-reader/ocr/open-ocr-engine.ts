import type { GreyPicture } from "../picture/decode-picture.ts";
import { encodePng } from "../picture/grey-pipeline.ts";
import type { OcrEngine } from "./ocr-engine.ts";
import { type OcrModule, ocrPackage } from "./ocr-package.ts";

/**
 * By default the runtime's threads wait for each other in busy loops. That doubles the CPU time of a picture (2.3
 * instead of 1.2 s), which payments on the same machine need.
 */
const withoutSpinning = {
  extra: {
    session: { intra_op: { allow_spinning: "0" }, inter_op: { allow_spinning: "0" } },
  },
};

/**
 * Opens PP-OCR through @gutenye/ocr-node, an optional dependency that includes its models; null when it is not
 * installed or cannot start here. Takes seconds and hundreds of megabytes: open it once, in a separate process.
 *
 * @param onProblem receives why it cannot start
 */
export async function openOcrEngine(
  onProblem?: (problem: string) => void,
): Promise<OcrEngine | null> {
  try {
    const { default: Ocr }: OcrModule = await import(ocrPackage);
    const ocr = await Ocr.create({ onnxOptions: withoutSpinning });
    return {
      async readLines(picture: GreyPicture) {
        const lines = await ocr.detect(await encodePng(picture));
        return lines.map(({ text, box }) => {
          const xs = (box ?? []).map((point) => point[0] ?? 0);
          const ys = (box ?? []).map((point) => point[1] ?? 0);
          const top = Math.min(...ys, Number.MAX_SAFE_INTEGER);
          return {
            text,
            left: Math.min(...xs, Number.MAX_SAFE_INTEGER),
            top,
            height: Math.max(0, ...ys) - top,
          };
        });
      },
    };
  } catch (error) {
    onProblem?.(error instanceof Error ? error.message : String(error));
    return null;
  }
}
