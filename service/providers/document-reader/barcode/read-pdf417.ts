import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import type { GreyPicture } from "../picture/decode-picture.ts";
import { reshape } from "../picture/grey-pipeline.ts";
import { estimateSkew } from "./estimate-skew.ts";

/** Degrees around the estimated angle. The decoder itself tolerates about two. */
const offsets = [0, 1, -1, 2, -2, 3.5, -3.5];
const smoothedWidthPx = 1300;
let prepared = false;

/** Result of `understand` for a barcode; `other` when there was one that it did not understand. */
export type Barcode<T> = { value: T } | "other" | "none";

/**
 * Reads the PDF417 in a picture. `understand` parses its text, including control characters.
 * The decoder fails from 2 to 4 degrees of skew on (zxing-cpp#145), so the picture is first turned upright,
 * and each angle is tried a second time with noise smoothed. The decoder also invents a text occasionally
 * (1 of 40 skewed pictures), so a text that is not understood does not end the search.
 */
export async function readPdf417<T>(
  picture: GreyPicture,
  understand: (text: string) => T | null,
): Promise<Barcode<T>> {
  prepare();
  let unknown: "other" | "none" = "none";
  for await (const look of looks(picture)) {
    const text = await decode(look);
    const value = text === null ? null : understand(text);
    if (value !== null) return { value };
    if (text !== null) unknown = "other";
  }
  return unknown;
}

/** The picture as it is, then turned upright by several angles. */
async function* looks(picture: GreyPicture): AsyncGenerator<GreyPicture> {
  yield picture;
  const skew = estimateSkew(await reshape(picture, { widthPx: 500 }));
  for (const offset of offsets) {
    const rotateDegrees = -(skew + offset);
    yield await reshape(picture, { rotateDegrees });
    yield await reshape(picture, { rotateDegrees, widthPx: smoothedWidthPx, median: 3 });
  }
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
      // The default writes control characters as words, but they are the separators.
      textMode: "Plain",
      maxNumberOfSymbols: 1,
    },
  );
  return found?.isValid ? found.text : null;
}

/** Loads the WebAssembly from the package; the decoder would fetch it from a CDN. */
function prepare(): void {
  if (prepared) return;
  const path = createRequire(import.meta.url).resolve("zxing-wasm/reader/zxing_reader.wasm");
  const wasmBinary = Uint8Array.from(readFileSync(path)).buffer;
  prepareZXingModule({ overrides: { wasmBinary } });
  prepared = true;
}
