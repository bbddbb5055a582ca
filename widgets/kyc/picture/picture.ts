/** Found on the device. The customer may still use the picture. */
export type PictureWarning = "blurred" | "dark" | "glare" | "small";

/** Whether the license's barcode is readable; `unknown` if it could not be checked. */
export type BarcodeFinding = "readable" | "unreadable" | "unknown";

/** Ready to send: upright, scaled down, JPEG without metadata. */
export interface ReadyPicture {
  readonly blob: Blob;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly warnings: readonly PictureWarning[];
  /** Also `unknown` for sides without a barcode. */
  readonly barcode: BarcodeFinding;
  readonly source: "camera" | "file";
}

/** Why a file cannot be used. `kind` is its type by its first bytes, for the text. */
export type FileProblem =
  | { readonly code: "empty" | "too_large" | "damaged" | "too_small" }
  | { readonly code: "heic" }
  | { readonly code: "not_a_picture"; readonly kind: string | null };

export type PictureOutcome =
  | { readonly ok: true; readonly picture: ReadyPicture }
  | { readonly ok: false; readonly fileProblem: FileProblem };
