import { object, oneOf, optional, type ReadOf, readOrNull, text } from "./readers.ts";

/** Who can do something about an error. */
export type Party = "customer" | "integrator" | "network" | "us";

/**
 * All of an error that crosses between page and frame: a stable code, who can act, a safe text in
 * English, and the request id of the service where there is one. Never a stack, never typed data.
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
 * time), `channel_closed` (frame or page gone), `invalid_answer` (not of the agreed shape).
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

  /**
   * The part of any thrown value that may cross: a ChannelError's own, `unexpected` for the rest. Told
   * by its name, because a frame's scripts may each carry a copy of this class.
   */
  static report(thrown: unknown): ErrorReport {
    const own = thrown instanceof Error && thrown.name === "ChannelError";
    return (
      (own && readOrNull(readErrorReport, thrown)) || {
        code: "unexpected",
        party: "us",
        message: "Something went wrong on our side.",
      }
    );
  }
}
