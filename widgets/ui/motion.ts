/** The one duration of everything that moves: `--motion` in styles/tokens.css. */
export const durationMs = 200;
/** The one curve: it starts fast and slows down. */
export const curve = "cubic-bezier(0.2, 0, 0, 1)";

/** Whether nothing may move: the reader asked for that. */
export const isStill = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;
