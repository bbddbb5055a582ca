/** By the wire's names; their lists are open. */
export type Words = Readonly<Record<string, string>>;
