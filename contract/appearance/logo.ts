/** An operator's logo: an image that the service made from an upload (docs/console/appearance.md). */

/** Limits of an upload. */
export const logoLimits = {
  fileBytes: 512 * 1024,
  /** The longest side, in pixels. */
  maxSide: 4_000,
} as const;

/** Accepted types of an upload. */
export const logoFileTypes = ["image/png", "image/jpeg", "image/webp"] as const;

/** The id of a logo: it depends on the image, so an image under an id never changes. */
export const logoIdPattern = /^[\w-]{22}$/;

/** The image's path at the service. */
export const logoPath = (logoId: string): string => `/v1/logos/${logoId}.webp`;
