import type { texts as english } from "./en/index.ts";

/** Every word of the console. English is the model; each other language has the same in a file of its own. */
export type Texts = typeof english;
