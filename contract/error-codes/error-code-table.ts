/** `message` is used when the call site has no better one. */
export type ErrorCodeTable = Readonly<Record<string, { status: number; message: string }>>;
