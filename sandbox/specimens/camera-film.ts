import sharp from "sharp";

/**
 * A video of one still picture for Chromium's fake camera (`--use-file-for-fake-video-capture`): Y4M, 4:2:0. The
 * picture is fitted into the frame on gray. Width and height must be even.
 */
export async function cameraFilm(
  picture: Uint8Array,
  { widthPx = 1280, heightPx = 720, frames = 2 } = {},
): Promise<Buffer> {
  const rgb = await sharp(picture)
    .flatten({ background: "#fff" })
    .resize({ width: widthPx, height: heightPx, fit: "contain", background: "#6d7178" })
    .removeAlpha()
    .raw()
    .toBuffer();
  const frame = Buffer.concat([Buffer.from("FRAME\n"), planes(rgb, widthPx, heightPx)]);
  const head = Buffer.from(`YUV4MPEG2 W${widthPx} H${heightPx} F10:1 Ip A1:1 C420jpeg\n`);
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame)]);
}

/** Converts to full-range BT.601, like JFIF. Color comes from every other pixel. */
function planes(rgb: Uint8Array, widthPx: number, heightPx: number): Buffer {
  const luma = Buffer.alloc(widthPx * heightPx);
  const blue = Buffer.alloc(luma.length / 4);
  const red = Buffer.alloc(luma.length / 4);
  for (let at = 0; at < luma.length; at++) {
    const [r, g, b] = [rgb[at * 3] as number, rgb[at * 3 + 1] as number, rgb[at * 3 + 2] as number];
    luma[at] = Math.round(0.299 * r + 0.587 * g + 0.114 * b);
    const x = at % widthPx;
    const y = Math.floor(at / widthPx);
    if (x % 2 === 1 || y % 2 === 1) continue;
    const half = (y / 2) * (widthPx / 2) + x / 2;
    blue[half] = clamp(128 - 0.1687 * r - 0.3313 * g + 0.5 * b);
    red[half] = clamp(128 + 0.5 * r - 0.4187 * g - 0.0813 * b);
  }
  return Buffer.concat([luma, blue, red]);
}

function clamp(value: number): number {
  return Math.max(0, Math.min(255, Math.round(value)));
}
