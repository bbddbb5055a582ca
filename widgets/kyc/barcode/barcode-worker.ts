/**
 * Reads a license's PDF417 off the page's thread. Only whether it is readable leaves the worker; the service reads the
 * contents.
 */
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import wasmUrl from "zxing-wasm/reader/zxing_reader.wasm?url";
import type { Pixels } from "../picture/measure-picture.ts";
import type { BarcodeRequest, BarcodeResponse } from "./barcode-messages.ts";

/** A worker's global scope; this folder compiles with the page's types. */
const worker = globalThis as unknown as {
  addEventListener(type: "message", listen: (event: { data: BarcodeRequest }) => void): void;
  postMessage(answer: BarcodeResponse): void;
};

// By default the decoder would load its WebAssembly from a CDN.
prepareZXingModule({ overrides: { locateFile: () => wasmUrl } });

/** The decoder tolerates about two degrees (zxing-cpp#145). */
const anglesDegrees = [0, 3, -3, 6, -6, 9, -9, 12, -12];
/** Scaling down smooths the noise of larger pictures, and is faster. */
const turnedWidthPx = 1300;

worker.addEventListener("message", ({ data: { id, pixels, thorough } }) => {
  void look(pixels, thorough)
    .catch(() => "failed" as const)
    .then((found) => worker.postMessage({ id, found }));
});

async function look(pixels: Pixels, thorough: boolean): Promise<BarcodeResponse["found"]> {
  let found = await read(pixels);
  if (found === "license" || !thorough) return found;
  for (const degrees of anglesDegrees) {
    const seen = await read(turn(pixels, degrees));
    if (seen === "license") return seen;
    if (seen === "other") found = seen;
  }
  return found;
}

async function read({ data, width, height }: Pixels): Promise<"license" | "other" | "none"> {
  const image = new ImageData(data as Uint8ClampedArray<ArrayBuffer>, width, height);
  const [barcode] = await readBarcodes(image, {
    formats: ["PDF417"],
    textMode: "Plain",
    maxNumberOfSymbols: 1,
  });
  if (!barcode?.isValid) return "none";
  // Every version of the AAMVA file says so in its first line.
  return /ANSI |AAMVA/.test(barcode.text.slice(0, 40)) ? "license" : "other";
}

function turn({ data, width, height }: Pixels, degrees: number): Pixels {
  const scale = Math.min(1, turnedWidthPx / width);
  const [w, h] = [Math.round(width * scale), Math.round(height * scale)];
  const whole = new OffscreenCanvas(width, height);
  whole
    .getContext("2d")
    ?.putImageData(new ImageData(data as Uint8ClampedArray<ArrayBuffer>, width, height), 0, 0);
  const turned = new OffscreenCanvas(w, h);
  const context = turned.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("no canvas");
  context.fillStyle = "#fff";
  context.fillRect(0, 0, w, h);
  context.translate(w / 2, h / 2);
  context.rotate((degrees * Math.PI) / 180);
  context.drawImage(whole, -w / 2, -h / 2, w, h);
  return context.getImageData(0, 0, w, h);
}
