import type { KycPictureProblem } from "#contract/client/kyc";
import type { ApiFailure } from "../../client/api-failure.ts";
import type { KycTexts } from "../../i18n/kyc-texts.ts";
import type { KycRefusal } from "../kyc-responses.ts";
import type { FileProblem } from "../picture/picture.ts";
import { timeText } from "./time-text.ts";

export function fileProblemText(
  fileProblem: FileProblem,
  { fileProblem: words }: KycTexts,
): string {
  return fileProblem.code === "not_a_picture"
    ? words.notAPicture(fileProblem.kind)
    : words[fileProblem.code];
}

/** Uses the service's words for problems that we have no text for. */
export function pictureProblems(
  problems: readonly KycPictureProblem[],
  { problem, anyReason }: KycTexts,
): string[] {
  const texts = problems.map(
    ({ code, message }) =>
      (Object.hasOwn(problem, code) ? problem[code] : undefined) ?? anyReason ?? message,
  );
  return [...new Set(texts)];
}

/** The text for an action without a result. */
export function failureText(failure: ApiFailure, { failed }: KycTexts, locale: string): string {
  const { retryAt } = (failure.extra ?? {}) as KycRefusal;
  if (failure.code === "kyc_retry_limit" && retryAt !== undefined) {
    return failed.retryLimit(timeText(retryAt, locale));
  }
  if (failure.code === "rate_limited") return failed.tooMany;
  if (failure.code === "kyc_image_too_complex") return failed.tooComplex;
  return failure.kind === "lost" ? failed.lost : failed.other;
}
