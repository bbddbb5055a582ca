import sharp from "sharp";
import type { GreyPicture } from "./decode-picture.ts";

/** A grey picture turned, scaled or smoothed into another one. Degrees count clockwise. */
export async function reshape(
  { pixels, widthPx, heightPx }: GreyPicture,
  change: { widthPx?: number; rotateDegrees?: number; median?: number },
): Promise<GreyPicture> {
  let picture = sharp(pixels, { raw: { width: widthPx, height: heightPx, channels: 1 } });
  // Sharp scales before it turns: the width wanted is that of the picture before.
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

/** Part of a picture; the cut stays inside it. */
export function cutRows(picture: GreyPicture, fromShare: number, toShare: number): GreyPicture {
  const from = Math.floor(picture.heightPx * fromShare);
  const to = Math.ceil(picture.heightPx * toShare);
  return {
    pixels: picture.pixels.subarray(from * picture.widthPx, to * picture.widthPx),
    widthPx: picture.widthPx,
    heightPx: to - from,
  };
}

/** The same as a PNG of three channels, little compressed: for programs that want a file. */
export async function encodePng({ pixels, widthPx, heightPx }: GreyPicture): Promise<Buffer> {
  return sharp(pixels, { raw: { width: widthPx, height: heightPx, channels: 1 } })
    .toColourspace("srgb")
    .png({ compressionLevel: 1 })
    .toBuffer();
}
