/** A node's error, with Bitcoin Core's code (`rpc/protocol.h`) and message. */
export class CoreError extends Error {
  override name = "CoreError";
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}
