import sharp from "sharp";
import { contrast, toHex } from "#contract/appearance/color";
import { logoLimits } from "#contract/appearance/logo";
import { trimPicture } from "../../providers/document-reader/index.ts";

export type ReadLogo =
  | { readonly ok: true; readonly webp: Buffer }
  | { readonly ok: false; readonly problem: LogoProblem };

/** `logo_faint`: hardly visible on white, every logo's background. */
type LogoProblem = "logo_file_invalid" | "logo_too_large" | "logo_faint";

/** Twice the size on screen. */
const storedSize = { width: 480, height: 80 } as const;
/** At least this share must have this contrast to white. */
const minVisible = { share: 0.005, contrast: 1.5 } as const;

/**
 * Re-encodes an upload as WebP, without metadata and empty borders, at most 480 × 80 pixels. Refuses SVG, which can
 * contain scripts and addresses. Never throws.
 */
export async function readLogo(upload: Uint8Array): Promise<ReadLogo> {
  if (upload.length > logoLimits.fileBytes) return { ok: false, problem: "logo_too_large" };
  const trimmed = trimPicture(upload);
  if (!trimmed.ok) return { ok: false, problem: "logo_file_invalid" };
  const { maxSide } = logoLimits;
  const open = () =>
    sharp(trimmed.bytes, { limitInputPixels: maxSide ** 2, failOn: "error" }).timeout({
      seconds: 10,
    });
  try {
    const { width, height } = await open().metadata();
    if (Math.max(width, height) > maxSide) return { ok: false, problem: "logo_too_large" };
    const webp = await open()
      .rotate()
      .toColorspace("srgb")
      .trim({ threshold: 8 })
      .resize({ ...storedSize, fit: "inside", withoutEnlargement: true })
      .webp({ quality: 90, alphaQuality: 100 })
      .toBuffer();
    return (await isVisible(webp)) ? { ok: true, webp } : { ok: false, problem: "logo_faint" };
  } catch (error) {
    const isTooLarge = /pixel limit/.test(String(error));
    return { ok: false, problem: isTooLarge ? "logo_too_large" : "logo_file_invalid" };
  }
}

async function isVisible(webp: Buffer): Promise<boolean> {
  const greys = await sharp(webp).flatten({ background: "#ffffff" }).greyscale().raw().toBuffer();
  const contrasts = Array.from({ length: 256 }, (_, grey) => {
    const part = grey / 255;
    return contrast(toHex([part, part, part]), "#ffffff");
  });
  const visible = greys.filter((grey) => (contrasts[grey] ?? 1) >= minVisible.contrast).length;
  return visible >= greys.length * minVisible.share;
}
