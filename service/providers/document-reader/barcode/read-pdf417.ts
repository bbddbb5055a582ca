import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import { cutQuad, type Quad, widened } from "../picture/cut-quad.ts";
import type { GreyPicture } from "../picture/decode-picture.ts";
import { reshape, resizeTo } from "../picture/grey-pipeline.ts";
import { type BarcodePlace, findBarcodes } from "./find-barcode.ts";
import { rectangleOf, traceEdges } from "./trace-edges.ts";

/** Long side of the searched copy. */
const searchedPx = 800;
/** The decoder needs about two pixels per bar; a license's code has 360 bars. */
const clearWidthPx = 1500;
const smallWidthPx = 900;
/** The empty margin, in shares of the code's width. */
const quietZone = [0.03, 0.06] as const;
/** Turns of the copy in degrees. The decoder itself tolerates about two. */
const turns = [1.5, -1.5, 3, -3];
let prepared = false;

/** `other`: there was a barcode that `understand` did not accept. */
export type Barcode<T> = { value: T } | "other" | "none";

/**
 * Reads the PDF417 in a picture. `understand` parses its text, including control characters.
 *
 * The decoder fails with 2 to 4 degrees of skew (zxing-cpp#145) and with perspective, and a large picture costs it a
 * hundred milliseconds. So we locate the barcode in a small copy, trace its sides, and give the decoder a straightened
 * copy of it alone: as it is, then smoothed, sharpened, smaller, upside down and slightly turned. The decoder sometimes
 * returns a wrong text (1 of 40 skewed pictures), so a text that `understand` rejects does not end the search. The
 * number of copies is limited.
 */
export async function readPdf417<T>(
  picture: GreyPicture,
  understand: (text: string) => T | null,
): Promise<Barcode<T>> {
  prepare();
  let unknown: "other" | "none" = "none";
  for await (const copy of copies(picture)) {
    const text = await decode(copy);
    const value = text === null ? null : understand(text);
    if (value !== null) return { value };
    if (text !== null) unknown = "other";
  }
  return unknown;
}

async function* copies(picture: GreyPicture): AsyncGenerator<GreyPicture> {
  const scale = Math.max(picture.widthPx, picture.heightPx) / searchedPx;
  const small = await resizeTo(
    picture,
    Math.round(picture.widthPx / scale),
    Math.round(picture.heightPx / scale),
  );
  const places = findBarcodes(small);
  for (const place of places) {
    const rectangle = rectangleOf(place, scale);
    const traced = traceEdges(picture, rectangle);
    for (const quad of traced ? [traced, rectangle] : [rectangle]) {
      yield straight(picture, quad, clearWidthPx);
    }
  }
  const [place] = places;
  if (place) yield* adjustedCopies(picture, place, scale);
  yield picture;
}

/** The decoder reads upside-down codes only if the picture is turned. */
async function* adjustedCopies(
  picture: GreyPicture,
  place: BarcodePlace,
  scale: number,
): AsyncGenerator<GreyPicture> {
  const rectangle = rectangleOf(place, scale);
  const quad = traceEdges(picture, rectangle) ?? rectangle;
  const clear = straight(picture, quad, clearWidthPx);
  yield { ...clear, pixels: clear.pixels.slice().reverse() };
  yield await reshape(clear, { median: 3 });
  yield straight(picture, quad, smallWidthPx);
  yield await reshape(straight(picture, quad, 2 * clearWidthPx), { sharpen: true });
  for (const degrees of turns) {
    const turned = straight(picture, rectangleOf(place, scale, degrees), clearWidthPx);
    yield turned;
    yield await reshape(turned, { median: 3 });
  }
}

function straight(picture: GreyPicture, quad: Quad, widthPx: number): GreyPicture {
  const [tl, tr, , bl] = quad;
  const ratio = Math.hypot(bl[0] - tl[0], bl[1] - tl[1]) / Math.hypot(tr[0] - tl[0], tr[1] - tl[1]);
  const heightPx = Math.max(32, Math.round(widthPx * Math.min(1, ratio)));
  return cutQuad(picture, widened(quad, ...quietZone), widthPx, heightPx);
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
      // By default, words replace control characters, which are the separators.
      textMode: "Plain",
      maxNumberOfSymbols: 1,
      // Our copies replace the decoder's own retries, which multiply the time for an unreadable picture.
      tryRotate: false,
      tryInvert: false,
      tryDownscale: false,
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
