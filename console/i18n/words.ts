/** Texts by the value that the service sends. Those lists are open, so a value may have no text. */
export type Words = Readonly<Record<string, string>>;
