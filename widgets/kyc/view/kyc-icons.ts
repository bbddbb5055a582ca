import type { Drawn } from "../../ui/icon.tsx";

/** Icons that only this widget uses, on the grid of ui/icon.tsx. */
export const camera: Drawn =
  "M3 7h3l1.5-2h5L14 7h3v9H3zM10 8.7a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z";
export const passport: Drawn =
  "M5 3h10v14H5zM10 6.2a2.3 2.3 0 1 0 0 4.6 2.3 2.3 0 0 0 0-4.6zM7.5 13.8h5";
export const phone: Drawn = "M6.5 2.8h7v14.4h-7zM9.3 14.8h1.4";
/** Shows that a picture has no location. */
export const placeless: Drawn =
  "M10 17.2s4.9-4.9 4.9-8.9a4.9 4.9 0 0 0-9.8 0c0 4 4.9 8.9 4.9 8.9zM10 6.9a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3zM3.5 3.5l13 13";
export const upload: Drawn = "M10 13V4m-3.5 3.3L10 3.8l3.5 3.5M4 12.5V16h12v-3.5";
