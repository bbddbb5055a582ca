import { Button } from "../../widgets/ui/button.tsx";
import { Notice } from "../../widgets/ui/notice.tsx";
import type { ApiFailure } from "../client/api.ts";
import { texts } from "../i18n/current-texts.ts";

/** The text for a failure; the service's text for an unknown code. */
export function failureText(failure: ApiFailure): string {
  const { failures } = texts.value;
  const known = failures.codes[failure.code];
  // The service's text may name a form. No line breaks inside its name.
  const own = failure.message.replace(/W-(?=9|2G)/g, "W\u2011");
  return known ?? (own || failures.unknown);
}

/** A failure, in place of the content or above a form. Has a retry button if that can help. */
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
  const isNotFound = failure.code === "resource_not_found";
  const refusedTitle = isNotFound ? nav.nothingHere : failures.refusedTitle;
  if (failure.requestId && failure.kind === "lost")
    lines.push(failures.reference(failure.requestId));
  return (
    <div class="failure" role="alert">
      <Notice
        tone="danger"
        title={title ?? (failure.kind === "lost" ? failures.lostTitle : refusedTitle)}
        lines={lines}
        testId="failure"
        code={failure.code}
      />
      {onRetry && !isNotFound && (
        <Button quiet testId="retry" onPress={onRetry}>
          {failures.retry}
        </Button>
      )}
    </div>
  );
}
