import sharp from "sharp";
import type { GreyPicture } from "./decode-picture.ts";

/** Turns, scales or smooths a grey picture. Degrees are clockwise. */
export async function reshape(
  { pixels, widthPx, heightPx }: GreyPicture,
  change: { widthPx?: number; rotateDegrees?: number; median?: number },
): Promise<GreyPicture> {
  let picture = sharp(pixels, { raw: { width: widthPx, height: heightPx, channels: 1 } });
  // Sharp scales before it turns, so `widthPx` is the width before turning.
  if (change.widthPx !== undefined) picture = picture.resize({ width: change.widthPx });
  if (change.rotateDegrees) {
    picture = picture.rotate(change.rotateDegrees, { background: "#fff" });
  }
  if (change.median) picture = picture.median(change.median);
  const { data, info } = await picture.greyscale().raw().toBuffer({ resolveWithObject: true });
  const step = info.channels;
  const grey = step === 1 ? data : data.filter((_, index) => index % step === 0);
  return { pixels: grey, widthPx: info.width, heightPx: info.height };
}

/** Returns the rows between two shares of the picture's height. */
export function cutRows(picture: GreyPicture, fromShare: number, toShare: number): GreyPicture {
  const from = Math.floor(picture.heightPx * fromShare);
  const to = Math.ceil(picture.heightPx * toShare);
  return {
    pixels: picture.pixels.subarray(from * picture.widthPx, to * picture.widthPx),
    widthPx: picture.widthPx,
    heightPx: to - from,
  };
}

/** Encodes the picture as a lightly compressed PNG with three channels, for programs that need a file. */
export async function encodePng({ pixels, widthPx, heightPx }: GreyPicture): Promise<Buffer> {
  return sharp(pixels, { raw: { width: widthPx, height: heightPx, channels: 1 } })
    .toColourspace("srgb")
    .png({ compressionLevel: 1 })
    .toBuffer();
}
