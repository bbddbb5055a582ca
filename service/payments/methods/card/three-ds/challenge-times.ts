import type { ThreeDSRecord } from "../../../records.ts";

/** No result arrives later than this after a challenge's time-out. */
const afterChallengeMs = 60_000;
/** The job's longest pause between requests for the result, and its usual one while the customer sees the challenge. */
const whileOpenMs = 60_000;
/** The job's first request comes this long after the browser returned without a result. */
export const afterReturnMs = 2_000;

/** When the recovery job gives up on a challenge, in milliseconds since the epoch. */
export function challengeEndMs({ expiresAtMs }: Pick<ThreeDSRecord, "expiresAtMs">): number {
  return (expiresAtMs ?? 0) + afterChallengeMs;
}

/**
 * When the job next requests the result from a 3DS server, in milliseconds since the epoch. 3dsecure.io keeps results
 * for 300 s: with shorter pauses the job finds one even if the browser never returned or the process died.
 */
export function nextResultRequestMs(
  threeDS: Pick<ThreeDSRecord, "expiresAtMs" | "browserReturned">,
  checks: number,
  nowMs: number,
): number {
  const pauseMs = threeDS.browserReturned ? afterReturnMs * 2 ** checks : whileOpenMs;
  return Math.min(nowMs + Math.min(pauseMs, whileOpenMs), challengeEndMs(threeDS));
}
