/** What can be told about a picture on the device. Warnings keep nobody from using it. */
export type PictureWarning = "blurred" | "dark" | "glare" | "small";

/** Whether the licence's barcode can be read from it; `unknown` where nothing could look. */
export type BarcodeFinding = "readable" | "unreadable" | "unknown";

/** A picture made ready to be sent: upright, scaled down, JPEG without anything but the picture. */
export interface ReadyPicture {
  readonly blob: Blob;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly warnings: readonly PictureWarning[];
  /** `unknown` too for sides that have none. */
  readonly barcode: BarcodeFinding;
  readonly source: "camera" | "file";
}

/** Why a file can't be used. `kind` is what it is by its first bytes, for the words. */
export type PictureTrouble =
  | { readonly code: "empty" | "too_large" | "damaged" | "too_small" }
  | { readonly code: "heic" }
  | { readonly code: "not_a_picture"; readonly kind: string | null };

/** A picture, or why there is none. */
export type PictureOutcome =
  | { readonly ok: true; readonly picture: ReadyPicture }
  | { readonly ok: false; readonly trouble: PictureTrouble };
