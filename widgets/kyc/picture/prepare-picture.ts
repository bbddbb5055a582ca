import { measurePicture, type Pixels, warningsOf } from "./measure-picture.ts";
import type { BarcodeFinding, FileProblem, PictureOutcome } from "./picture.ts";
import { type FileKind, sniffFile } from "./sniff-file.ts";

/** A phone's pictures are under 20 MB. */
export const maxFileBytes = 60 * 1024 * 1024;
/** A card 700 px wide is readable; this leaves room around it. */
const longEdgePx = 2000;
/** Smaller pictures are unreadable. */
const minShortEdgePx = 300;
const measuredWidthPx = 800;
const jpegQuality = 0.86;

export type CheckBarcode = (pixels: Pixels) => Promise<BarcodeFinding>;

/**
 * Recognizes a file's or camera still's type by its bytes, turns it upright as its EXIF says, scales it down and
 * encodes it as JPEG. That drops the EXIF with place and serial number.
 */
export async function preparePicture(
  source: Blob | ImageBitmap,
  side: string,
  checkBarcode: CheckBarcode,
): Promise<PictureOutcome> {
  const opened = source instanceof Blob ? await openFile(source) : source;
  if ("code" in opened) return { ok: false, fileProblem: opened };
  try {
    const { width, height } = opened;
    if (Math.min(width, height) < minShortEdgePx) return refused({ code: "too_small" });
    const scale = Math.min(1, longEdgePx / Math.max(width, height));
    const [widthPx, heightPx] = [Math.round(width * scale), Math.round(height * scale)];
    const canvas = draw(opened, widthPx, heightPx);
    const blob = await new Promise<Blob | null>((resolve) =>
      canvas.toBlob(resolve, "image/jpeg", jpegQuality),
    );
    if (blob === null) return refused({ code: "damaged" });
    const smallPx = Math.min(measuredWidthPx, widthPx);
    const small = draw(opened, smallPx, Math.round((heightPx * smallPx) / widthPx));
    const warnings = warningsOf(measurePicture(pixelsOf(small)), side);
    if (Math.max(width, height) < 700) warnings.push("small");
    const barcode = side === "back" ? await checkBarcode(pixelsOf(canvas)) : "unknown";
    const from = source instanceof Blob ? ("file" as const) : ("camera" as const);
    return { ok: true, picture: { blob, widthPx, heightPx, warnings, barcode, source: from } };
  } catch {
    return refused({ code: "damaged" });
  } finally {
    opened.close();
  }
}

async function openFile(file: Blob): Promise<ImageBitmap | FileProblem> {
  if (file.size === 0) return { code: "empty" };
  if (file.size > maxFileBytes) return { code: "too_large" };
  let kind: FileKind | null;
  try {
    kind = sniffFile(new Uint8Array(await file.slice(0, 16).arrayBuffer()));
  } catch {
    return { code: "damaged" }; // the file was moved or deleted after it was chosen
  }
  if (kind === null || ["pdf", "gif", "bmp", "tiff"].includes(kind)) {
    return { code: "not_a_picture", kind };
  }
  try {
    return await createImageBitmap(file, { imageOrientation: "from-image" });
  } catch {
    // Safari opens HEIC. In other browsers the customer can save the picture as JPEG.
    return { code: kind === "heic" ? "heic" : "damaged" };
  }
}

function draw(source: ImageBitmap, widthPx: number, heightPx: number): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = widthPx;
  canvas.height = heightPx;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("no canvas");
  context.imageSmoothingQuality = "high";
  // JPEG has no transparency: transparent pixels become white paper, not black.
  context.fillStyle = "#fff";
  context.fillRect(0, 0, widthPx, heightPx);
  context.drawImage(source, 0, 0, widthPx, heightPx);
  return canvas;
}

function pixelsOf(canvas: HTMLCanvasElement): Pixels {
  const context = canvas.getContext("2d");
  if (!context) throw new Error("no canvas");
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

const refused = (fileProblem: FileProblem): PictureOutcome => ({ ok: false, fileProblem });
