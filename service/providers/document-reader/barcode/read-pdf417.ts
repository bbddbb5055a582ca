import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import type { GreyPicture } from "../picture/decode-picture.ts";
import { reshape } from "../picture/grey-pipeline.ts";
import { estimateSkew } from "./estimate-skew.ts";

/** Around the estimated angle; the decoder itself stands about two degrees. */
const offsets = [0, 1, -1, 2, -2, 3.5, -3.5];
const smoothedWidthPx = 1300;
let prepared = false;

/**
 * The text of the PDF417 in a picture, control characters and all; null when none is found.
 * The decoder gives up from 2 to 4 degrees of skew on (zxing-cpp#145), so the picture is turned
 * upright first, and noise is smoothed away on a second look at each angle.
 */
export async function readPdf417(picture: GreyPicture): Promise<string | null> {
  prepare();
  const asItIs = await decode(picture);
  if (asItIs !== null) return asItIs;
  const skew = estimateSkew(await reshape(picture, { widthPx: 500 }));
  for (const offset of offsets) {
    const rotateDegrees = -(skew + offset);
    for (const change of [
      { rotateDegrees },
      { rotateDegrees, widthPx: smoothedWidthPx, median: 3 },
    ]) {
      const text = await decode(await reshape(picture, change));
      if (text !== null) return text;
    }
  }
  return null;
}

async function decode({ pixels, widthPx, heightPx }: GreyPicture): Promise<string | null> {
  const data = new Uint8ClampedArray(pixels.length * 4);
  const words = new Uint32Array(data.buffer);
  for (let index = 0; index < pixels.length; index++) {
    words[index] = 0xff000000 | ((pixels[index] as number) * 0x010101);
  }
  const [found] = await readBarcodes(
    { data, width: widthPx, height: heightPx, colorSpace: "srgb" } as Parameters<
      typeof readBarcodes
    >[0],
    {
      formats: ["PDF417"],
      // The default rewrites control characters as words, and they are the separators.
      textMode: "Plain",
      maxNumberOfSymbols: 1,
    },
  );
  return found?.isValid ? found.text : null;
}

/** The decoder would fetch its WebAssembly from a CDN. */
function prepare(): void {
  if (prepared) return;
  const path = createRequire(import.meta.url).resolve("zxing-wasm/reader/zxing_reader.wasm");
  const wasmBinary = Uint8Array.from(readFileSync(path)).buffer;
  prepareZXingModule({ overrides: { wasmBinary } });
  prepared = true;
}
