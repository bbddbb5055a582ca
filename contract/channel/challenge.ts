import {
  type ObjectOf,
  object,
  oneOf,
  optional,
  type ReadOf,
  readOrNull,
  size,
  text,
} from "./readers.ts";

/**
 * The challenge of 3-D Secure is shown by a frame of its own, in a dialog of the operator's page. The
 * payment frame creates a MessageChannel, transfers one end with `openChallenge`, and posts one
 * ChallengeRequest on the other; the challenge frame answers one ChallengeOutcome. The page only
 * carries the port, so that neither the bank's address nor the request is ever readable there.
 */

/** EMV 3-D Secure challenge window sizes in CSS pixels; `05` is the whole screen (EMV 3DS 2.2 §3.3, Table A.1). */
export const challengeWindowSizes = {
  "01": [250, 400],
  "02": [390, 400],
  "03": [500, 600],
  "04": [600, 400],
  "05": null,
} as const;

/** One of the five sizes. */
export type ChallengeWindowSize = keyof typeof challengeWindowSizes;

/** Height of the bar with title and Cancel that the challenge frame adds above the bank's page. */
export const challengeBarPx = 56;

const request = {
  acsUrl: text,
  creq: optional(text),
  threeDSSessionData: optional(text),
  transactionId: optional(text),
  windowSize: oneOf("01", "02", "03", "04", "05"),
  locale: text,
  timeoutSeconds: optional(size),
};

/**
 * What the challenge frame shows. `creq` as it came from the service (base64url); without it, `acsUrl` is a page
 * of the processor, and its end is reported for `transactionId`. `timeoutSeconds`: how long the customer has left, 600
 * by default.
 */
export type ChallengeRequest = ObjectOf<typeof request>;

const outcome = { type: oneOf("done", "canceled", "timed_out") };

/**
 * How the challenge ended for the customer: the bank's page finished (only the service knows the
 * result), the customer left, or time ran out.
 */
export type ChallengeOutcome = ObjectOf<typeof outcome>;

/** Reads a ChallengeRequest, or null; an `acsUrl` that isn't http(s) is refused. */
export const readChallengeRequest = (value: unknown): ChallengeRequest | null => {
  const read = readOrNull(object(request), value);
  return read !== null && /^https?:\/\//.test(read.acsUrl) ? read : null;
};

/** Reads a ChallengeOutcome, or null. */
export const readChallengeOutcome = (value: unknown): ChallengeOutcome | null =>
  readOrNull(object(outcome), value);

const challengeInit = object({ locale: text });

/** Sent by the page to the challenge frame: `init`, with the payment frame's port. */
export const challengePageMessages = { init: challengeInit };
/** Messages from the challenge frame to the page. */
export const challengeFrameMessages = {
  /** The frame has loaded. */
  ready: object({}),
  /** How tall the bank's page is, without the bar above it. Sent only for a page that says so. */
  resize: object({ heightPx: size }),
};

/** First and only message of the page to the challenge frame. */
export type ChallengeInit = { type: "init" } & ReadOf<typeof challengeInit>;
