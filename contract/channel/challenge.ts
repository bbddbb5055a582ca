import { type ObjectOf, object, oneOf, optional, readOrNull, size, text } from "./readers.ts";

/**
 * A separate frame shows the 3-D Secure challenge, in a dialog on the operator's page. The payment frame creates a
 * MessageChannel, transfers one end with `openChallenge`, and posts one ChallengeRequest on the other; the challenge
 * frame answers with one ChallengeOutcome. The page only carries the port and can read neither the bank's address nor
 * the request.
 */

/** Window sizes in CSS pixels; `05` is the whole screen (EMV 3DS 2.2 §3.3, Table A.1). */
export const challengeWindowSizes = {
  "01": [250, 400],
  "02": [390, 400],
  "03": [500, 600],
  "04": [600, 400],
  "05": null,
} as const;

export type ChallengeWindowSize = keyof typeof challengeWindowSizes;

/** The challenge frame's bar with title and Cancel, above the bank's page. */
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
 * What the challenge frame shows. `creq` is unchanged from the service (base64url); without it, `acsUrl` is a page of
 * the processor, and its end is reported for `transactionId`. `timeoutSeconds`: how long the customer has left, 600 by
 * default.
 */
export type ChallengeRequest = ObjectOf<typeof request>;

const outcome = { type: oneOf("done", "canceled", "timed_out") };

/**
 * How the challenge ended: the bank's page finished (only the service knows the result), the customer left, or time ran
 * out.
 */
export type ChallengeOutcome = ObjectOf<typeof outcome>;

/** Reads a request; null also for an `acsUrl` that isn't http(s). */
export const readChallengeRequest = (value: unknown): ChallengeRequest | null => {
  const read = readOrNull(object(request), value);
  return read !== null && /^https?:\/\//.test(read.acsUrl) ? read : null;
};

export const readChallengeOutcome = (value: unknown): ChallengeOutcome | null =>
  readOrNull(object(outcome), value);

const challengeInit = object({ locale: text });

/** Messages from the page: `init`, with the payment frame's port. */
export const challengePageMessages = { init: challengeInit };
export const challengeFrameMessages = {
  ready: object({}),
  /** The bank's page without the bar above it. Only for a page that says how tall it is. */
  resize: object({ heightPx: size }),
};
