import { readFile } from "node:fs/promises";
import { cutQuad, type Point } from "../picture/cut-quad.ts";
import type { GreyPicture } from "../picture/decode-picture.ts";
import { resizeTo, withContrast } from "../picture/grey-pipeline.ts";
import { decodeMachineLine, machineClasses } from "./decode-machine-line.ts";
import { decodeText, readDictionary } from "./decode-text.ts";
import { findBoxes } from "./find-boxes.ts";
import type { OcrEngine, TextBox } from "./ocr-engine.ts";
import { loadOcr, type OnnxOutput, type OnnxRuntime, type OnnxSession } from "./ocr-package.ts";

/**
 * One thread per reader: other processes use the other cores, and threads that wait in busy loops double the CPU time.
 * Planning memory by shape would keep a plan for each size of picture.
 */
const sessionOptions = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  enableMemPattern: false,
  extra: { session: { intra_op: { allow_spinning: "0" }, inter_op: { allow_spinning: "0" } } },
};

/** The detection model needs multiples of this. */
const gridPx = 32;
/** Height for the recognition model. */
const lineHeightPx = 48;
/** A machine-readable line needs about 1,400. */
const maxLinePx = 2_400;
const minLinePx = 32;

/**
 * Opens PP-OCR's models with onnxruntime, an optional dependency; null if it is not installed or cannot start. Takes a
 * second and more than a hundred megabytes: open it once, in a separate process.
 *
 * @param onProblem receives why it cannot start
 */
export async function openOcrEngine(
  onProblem?: (problem: string) => void,
): Promise<OcrEngine | null> {
  try {
    const { runtime, models } = await loadOcr();
    const open = (path: string) => runtime.InferenceSession.create(path, sessionOptions);
    const detection = await open(models.detectionPath);
    const recognition = await open(models.recognitionPath);
    const dictionary = readDictionary(await readFile(models.dictionaryPath, "utf8"));
    const machine = machineClasses(dictionary);
    const scoresOf = async (picture: GreyPicture, box: TextBox, upsideDown: boolean) => {
      const width = Math.round((box.width / box.height) * lineHeightPx);
      const linePx = Math.max(minLinePx, Math.min(maxLinePx, width));
      const line = withContrast(cutQuad(picture, box.quad, linePx, lineHeightPx));
      if (upsideDown) line.pixels.reverse();
      const { data, dims } = await run(runtime, recognition, line);
      const [, steps = 0, classes = 0] = dims;
      return { data, steps, classes };
    };
    return {
      async findLines(picture, searchPx) {
        const { widthPx, heightPx } = picture;
        const scale = searchPx / Math.max(widthPx, heightPx);
        const onGrid = (px: number) => Math.max(gridPx, Math.round((px * scale) / gridPx) * gridPx);
        const [width, height] = [onGrid(widthPx), onGrid(heightPx)];
        const small = await resizeTo(picture, width, height);
        const map = await run(runtime, detection, small);
        return findBoxes({ data: map.data, width, height }).map((box) =>
          enlarged(box, widthPx / width, heightPx / height),
        );
      },
      async readLine(picture, box, upsideDown = false) {
        return decodeText(await scoresOf(picture, box, upsideDown), dictionary);
      },
      async readMachineLine(picture, box, upsideDown = false) {
        return decodeMachineLine(await scoresOf(picture, box, upsideDown), machine);
      },
    };
  } catch (error) {
    onProblem?.(error instanceof Error ? error.message : String(error));
    return null;
  }
}

/** Runs a model on a gray picture. Both models take three channels from 0 to 1. */
async function run(
  { Tensor }: OnnxRuntime,
  model: OnnxSession,
  { pixels, widthPx, heightPx }: GreyPicture,
): Promise<OnnxOutput> {
  const size = widthPx * heightPx;
  const input = new Float32Array(3 * size);
  for (let index = 0; index < size; index++) input[index] = (pixels[index] as number) / 255;
  input.copyWithin(size, 0, size);
  input.copyWithin(2 * size, 0, size);
  const tensor = new Tensor("float32", input, [1, 3, heightPx, widthPx]);
  const outputs = await model.run({ [model.inputNames[0] as string]: tensor });
  return outputs[model.outputNames[0] as string] as OnnxOutput;
}

function enlarged({ quad, width, height }: TextBox, across: number, down: number): TextBox {
  const place = ([x, y]: Point): Point => [x * across, y * down];
  const [a, b, c, d] = quad;
  return {
    quad: [place(a), place(b), place(c), place(d)],
    width: width * across,
    height: height * down,
  };
}
