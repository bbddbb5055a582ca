import type { ThreeDSRecord } from "../../../records.ts";

/** How long after a challenge has timed out no result can arrive any more. */
const afterChallengeMs = 60_000;
/** How often the job asks for the result of a challenge that the customer still sees. */
const whileOpenMs = 60_000;
/** When the job asks first after the browser returned without a result. */
export const afterReturnMs = 2_000;

/** When the recovery job gives a challenge up, in milliseconds since the epoch. */
export function challengeEndMs({ expiresAtMs }: Pick<ThreeDSRecord, "expiresAtMs">): number {
  return (expiresAtMs ?? 0) + afterChallengeMs;
}

/**
 * When the job asks a 3DS server for the result next. 3dsecure.io keeps results for 300 s, so a result is found even
 * if the browser never came back or the process died.
 */
export function nextQuestionMs(
  threeDS: Pick<ThreeDSRecord, "expiresAtMs" | "browserReturned">,
  checks: number,
  nowMs: number,
): number {
  const pauseMs = threeDS.browserReturned ? afterReturnMs * 2 ** checks : whileOpenMs;
  return Math.min(nowMs + Math.min(pauseMs, whileOpenMs), challengeEndMs(threeDS));
}
