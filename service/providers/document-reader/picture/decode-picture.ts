import sharp, { type Sharp } from "sharp";
import { type Trimmed, trimPicture } from "./trim-picture.ts";

/** Phones make 48 and 50 megapixels. More counts as a decompression bomb. */
const maxPixels = 50_000_000;
const maxBytes = 12 * 1024 * 1024;
/** Neither a barcode nor a machine-readable zone can be read in a smaller picture. */
const minWidthPx = 600;
const workingWidthPx = 2400;

/** A picture: upright, in gray, at most 2400 px on its long side. */
export interface GreyPicture {
  /** One byte per pixel, row by row. */
  pixels: Uint8Array;
  widthPx: number;
  heightPx: number;
}

/** A decoded picture, or why it could not be decoded. */
export type Decoded =
  | { ok: true; grey: GreyPicture; widthPx: number; heightPx: number }
  | {
      ok: false;
      problem: Extract<Trimmed, { ok: false }>["problem"] | "image_too_large" | "image_too_small";
    };

/** Decodes an upload within limits. Never throws. */
export async function decodePicture(bytes: Uint8Array): Promise<Decoded> {
  const opened = await openPicture(bytes);
  if (!opened.ok) return opened;
  try {
    const { data, info } = await opened
      .upright()
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const grey = {
      pixels: firstChannel(data, info.channels),
      widthPx: info.width,
      heightPx: info.height,
    };
    return { ok: true, grey, widthPx: opened.widthPx, heightPx: opened.heightPx };
  } catch {
    return { ok: false, problem: "image_damaged" };
  }
}

/** Encodes the picture again as JPEG: upright, at most 2400 px, without metadata or trailing bytes. */
export async function rewritePicture(
  bytes: Uint8Array,
): Promise<{ bytes: Uint8Array; widthPx: number; heightPx: number } | null> {
  const opened = await openPicture(bytes);
  if (!opened.ok) return null;
  try {
    const { data, info } = await opened
      .upright()
      .jpeg({ quality: 88 })
      .toBuffer({ resolveWithObject: true });
    return { bytes: data, widthPx: info.width, heightPx: info.height };
  } catch {
    return null;
  }
}

type Opened =
  | { ok: true; upright(): Sharp; widthPx: number; heightPx: number }
  | Extract<Decoded, { ok: false }>;

async function openPicture(bytes: Uint8Array): Promise<Opened> {
  if (bytes.length > maxBytes) return { ok: false, problem: "image_too_large" };
  const trimmed = trimPicture(bytes);
  if (!trimmed.ok) return trimmed;
  const open = () => sharp(trimmed.bytes, { limitInputPixels: maxPixels, failOn: "error" });
  let size: { width: number; height: number };
  try {
    size = await open().metadata();
  } catch (error) {
    const tooLarge = /pixel limit/.test(String(error));
    return { ok: false, problem: tooLarge ? "image_too_large" : "image_damaged" };
  }
  if (size.width * size.height > maxPixels) return { ok: false, problem: "image_too_large" };
  if (Math.max(size.width, size.height) < minWidthPx || Math.min(size.width, size.height) < 64) {
    return { ok: false, problem: "image_too_small" };
  }
  return {
    ok: true,
    upright: () =>
      open()
        .autoOrient()
        .resize({
          width: workingWidthPx,
          height: workingWidthPx,
          fit: "inside",
          withoutEnlargement: true,
        })
        .flatten({ background: "#fff" }),
    widthPx: size.width,
    heightPx: size.height,
  };
}

function firstChannel(data: Uint8Array, channels: number): Uint8Array {
  if (channels === 1) return data;
  const pixels = new Uint8Array(data.length / channels);
  for (let index = 0; index < pixels.length; index++) {
    pixels[index] = data[index * channels] as number;
  }
  return pixels;
}
