import sharp from "sharp";
import type { GreyPicture } from "./decode-picture.ts";

/** Scales, rotates (clockwise), smooths and sharpens a gray picture, in this order. */
export async function reshape(
  { pixels, widthPx, heightPx }: GreyPicture,
  change: { widthPx?: number; rotateDegrees?: number; median?: number; sharpen?: boolean },
): Promise<GreyPicture> {
  let picture = sharp(pixels, { raw: { width: widthPx, height: heightPx, channels: 1 } });
  // Sharp scales before it rotates, so `widthPx` is the width before the rotation.
  if (change.widthPx !== undefined) picture = picture.resize({ width: change.widthPx });
  if (change.rotateDegrees) {
    picture = picture.rotate(change.rotateDegrees, { background: "#fff" });
  }
  if (change.median) picture = picture.median(change.median);
  if (change.sharpen) picture = picture.sharpen({ sigma: 2.5, m1: 3, m2: 3 });
  const { data, info } = await picture.greyscale().raw().toBuffer({ resolveWithObject: true });
  const step = info.channels;
  const grey = step === 1 ? data : data.filter((_, index) => index % step === 0);
  return { pixels: grey, widthPx: info.width, heightPx: info.height };
}

export async function resizeTo(
  { pixels, widthPx, heightPx }: GreyPicture,
  width: number,
  height: number,
): Promise<GreyPicture> {
  const data = await sharp(pixels, { raw: { width: widthPx, height: heightPx, channels: 1 } })
    .resize({ width, height, fit: "fill" })
    .extractChannel(0)
    .raw()
    .toBuffer();
  return { pixels: data, widthPx: width, heightPx: height };
}

/** A range of brightness that needs no correction. */
const enoughContrast = 150;

/** Stretches the brightness of a dark or pale picture. Returns others unchanged. */
export function withContrast(picture: GreyPicture): GreyPicture {
  const sorted = picture.pixels.slice().sort();
  const low = sorted[Math.floor(sorted.length * 0.02)] ?? 0;
  const high = sorted[Math.floor(sorted.length * 0.98)] ?? 0;
  if (high - low >= enoughContrast || high === low) return picture;
  const pixels = picture.pixels.map((value) =>
    Math.max(0, Math.min(255, ((value - low) * 255) / (high - low))),
  );
  return { ...picture, pixels };
}
