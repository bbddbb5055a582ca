import { type PictureFormat, sniffPicture } from "./sniff-picture.ts";
import { trimJpeg } from "./trim-jpeg.ts";
import { trimPng } from "./trim-png.ts";
import { trimWebp } from "./trim-webp.ts";

export type Trimmed =
  | { readonly ok: true; readonly bytes: Buffer }
  | {
      readonly ok: false;
      readonly problem: "image_unsupported" | "image_damaged" | "image_too_complex";
    };

const trimmers: Readonly<Record<PictureFormat, (bytes: Buffer) => Trimmed>> = {
  jpeg: trimJpeg,
  png: trimPng,
  webp: trimWebp,
};

/**
 * Checks a file's structure before any decoder does, in milliseconds for 12 MB. The decoder gets one plain picture with
 * a bounded number of passes and little metadata.
 */
export function trimPicture(bytes: Uint8Array): Trimmed {
  const format = sniffPicture(bytes);
  if (!format) return { ok: false, problem: "image_unsupported" };
  return trimmers[format](Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}
