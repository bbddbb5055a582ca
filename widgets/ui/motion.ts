/** The duration of everything that moves: `--motion` in styles/tokens.css. */
export const durationMs = 200;
/** Starts fast and slows down. */
export const curve = "cubic-bezier(0.2, 0, 0, 1)";

/** Whether the reader asked for no motion. */
export const isStill = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;
