import { Button } from "../../widgets/ui/button.tsx";
import { Notice } from "../../widgets/ui/notice.tsx";
import type { ApiFailure } from "../client/api.ts";
import { texts } from "../i18n/current-texts.ts";

/** In words: what a refusal or a lost call means. Unknown codes are told as the service says them. */
export function failureText(failure: ApiFailure): string {
  const { failures } = texts.value;
  return failures.codes[failure.code] ?? (failure.message || failures.unknown);
}

/** A failure where the thing itself would stand, or above a form; with a way to try again where that can help. */
export function FailureNotice({
  failure,
  onRetry,
  title,
}: {
  failure: ApiFailure;
  onRetry?: (() => void) | undefined;
  title?: string;
}) {
  const { failures, nav } = texts.value;
  const lines = [failureText(failure)];
  const isNothing = failure.code === "resource_not_found";
  const standing = isNothing ? nav.nothingHere : failures.refusedTitle;
  if (failure.requestId && failure.kind === "lost")
    lines.push(failures.reference(failure.requestId));
  return (
    <div class="failure" role="alert">
      <Notice
        tone="danger"
        title={title ?? (failure.kind === "lost" ? failures.lostTitle : standing)}
        lines={lines}
        testId="failure"
        code={failure.code}
      />
      {onRetry && !isNothing && (
        <Button quiet testId="retry" onPress={onRetry}>
          {failures.retry}
        </Button>
      )}
    </div>
  );
}
