import sharp from "sharp";

/** How a picture was taken. Missing fields mean a perfect picture. */
export interface Shot {
  /** Rotation, clockwise. */
  rotateDegrees?: number;
  /** Standard deviation of the blur, in pixels of the result. */
  blurSigma?: number;
  /** Standard deviation of the noise, of 255. */
  noiseSigma?: number;
  /** JPEG quality from 1 to 100; default 85. */
  jpegQuality?: number;
  widthPx?: number;
}

/** Turns the picture into a photo on a gray table, as JPEG. Deterministic. */
export async function photograph(picture: Uint8Array, shot: Shot = {}): Promise<Uint8Array> {
  const { rotateDegrees = 0, blurSigma = 0, noiseSigma = 0, jpegQuality = 85, widthPx } = shot;
  const onTable = await sharp(picture)
    .flatten({ background: "#fff" })
    .rotate(rotateDegrees, { background: "#6d7178" })
    .toBuffer();
  let taken = sharp(onTable);
  if (widthPx !== undefined) taken = taken.resize({ width: widthPx });
  if (blurSigma >= 0.3) taken = taken.blur(blurSigma);
  const { data, info } = await taken.raw().toBuffer({ resolveWithObject: true });
  if (noiseSigma > 0) addNoise(data, info.channels, noiseSigma);
  const { width, height, channels } = info;
  return sharp(data, { raw: { width, height, channels } })
    .jpeg({ quality: jpegQuality })
    .toBuffer();
}

/** Adds gray noise in place. The sum of four uniform numbers approximates a normal distribution. */
export function addNoise(pixels: Uint8Array, channels: number, sigma: number): void {
  let state = 0x2545f491;
  const uniform = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 0x1_0000_0000;
  };
  for (let at = 0; at < pixels.length; at += channels) {
    const noise = (uniform() + uniform() + uniform() + uniform() - 2) * 1.73 * sigma;
    for (let channel = 0; channel < channels; channel++) {
      const value = (pixels[at + channel] as number) + noise;
      pixels[at + channel] = Math.max(0, Math.min(255, Math.round(value)));
    }
  }
}
