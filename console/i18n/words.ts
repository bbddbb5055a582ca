/** Words by the names of the wire, whose lists are open. */
export type Words = Readonly<Record<string, string>>;
