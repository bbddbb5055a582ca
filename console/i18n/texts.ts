import type { texts as english } from "./en/index.ts";

/** English is the model; every other language has the same keys. */
export type Texts = typeof english;
