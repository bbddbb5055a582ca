import sharp from "sharp";

/**
 * A progressive JPEG of 4000 × 3000 with `more` additional scans. Each takes a few hundred bytes, but
 * costs the decoder a pass over twelve megapixels.
 */
export async function scanBomb(more: number): Promise<Buffer> {
  const plain = await sharp({
    create: { width: 4000, height: 3000, channels: 3, background: "#888" },
  })
    .jpeg({ progressive: true, quality: 10 })
    .toBuffer();
  const end = plain.length - 2;
  const scan = plain.subarray(plain.lastIndexOf(Buffer.from([0xff, 0xda])), end);
  const scans = Array.from({ length: more }, () => scan);
  return Buffer.concat([plain.subarray(0, end), ...scans, plain.subarray(end)]);
}
