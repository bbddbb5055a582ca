import { object, oneOf, optional, type ReadOf, readOrNull, text } from "./readers.ts";

/** Who can act on an error. */
export type Party = "customer" | "integrator" | "network" | "us";

/**
 * The parts of an error that cross between page and frame: a stable code, who can act, a safe text
 * in English, and the service's request id if there is one. Never a stack, never typed data.
 */
export const readErrorReport = object({
  code: text,
  party: oneOf("customer", "integrator", "network", "us"),
  message: text,
  requestId: optional(text),
});
/** An error as it crosses between page and frame. */
export type ErrorReport = ReadOf<typeof readErrorReport>;

/**
 * A call over the channel failed. `code` is the other side's, or `deadline_exceeded` (no answer in
 * time), `channel_closed` (the frame or page is gone), `invalid_answer` (the answer has the wrong
 * shape).
 */
export class ChannelError extends Error {
  override readonly name = "ChannelError";
  readonly code: string;
  readonly party: Party;
  readonly requestId: string | undefined;

  constructor(report: ErrorReport) {
    super(report.message);
    this.code = report.code;
    this.party = report.party;
    this.requestId = report.requestId;
  }
}

/**
 * Returns the part of a thrown value that may cross: the fields of a ChannelError, `unexpected`
 * for anything else. It checks the name, because each script of a frame may carry its own copy of
 * the class.
 */
export const reportOf = (thrown: unknown): ErrorReport => {
  const own = thrown instanceof Error && thrown.name === "ChannelError";
  return (
    (own && readOrNull(readErrorReport, thrown)) || {
      code: "unexpected",
      party: "us",
      message: "Something went wrong on our side.",
    }
  );
};
