/** Error codes, each with its HTTP status and the message used when the call site has no better one. */
export type ErrorCodeTable = Readonly<Record<string, { status: number; message: string }>>;
