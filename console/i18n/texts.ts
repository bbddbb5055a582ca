import type { texts as english } from "./en/index.ts";

/** All texts of the console. English is the model; every other language has the same keys in its own file. */
export type Texts = typeof english;
