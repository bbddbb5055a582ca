/** What a node answers instead of a result: Bitcoin Core's number (`rpc/protocol.h`) and words. */
export class CoreError extends Error {
  override name = "CoreError";
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}
