/** An operator's logo: an image that the service makes from an upload (docs/console/appearance.md). */

export const logoLimits = {
  fileBytes: 512 * 1024,
  /** The longest side in pixels. */
  maxSide: 4_000,
} as const;

export const logoFileTypes = ["image/png", "image/jpeg", "image/webp"] as const;

/** A logo's id. It is derived from the image, so the image under an id never changes. */
export const logoIdPattern = /^[\w-]{22}$/;

export const logoPath = (logoId: string): string => `/v1/logos/${logoId}.webp`;
