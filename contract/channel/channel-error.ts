import { object, oneOf, optional, type ReadOf, readOrNull, text } from "./readers.ts";

export type Party = "customer" | "integrator" | "network" | "us";

/**
 * The parts of an error that cross between page and frame: a stable code, who can act, a safe English text, and the
 * service's request id if there is one. Never a stack, never typed data.
 */
export const readErrorReport = object({
  code: text,
  party: oneOf("customer", "integrator", "network", "us"),
  message: text,
  requestId: optional(text),
});
export type ErrorReport = ReadOf<typeof readErrorReport>;

/**
 * A failed call. `code` is the other side's, or `deadline_exceeded` (no answer in time), `channel_closed` (the frame or
 * page is gone), `invalid_answer` (wrong shape).
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
 * The part of a thrown value that may cross: the fields of a ChannelError, `unexpected` for anything else. Checks the
 * name, because each script of a frame may carry its own copy of the class.
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
