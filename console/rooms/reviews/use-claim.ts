import { useCallback, useEffect, useState } from "preact/hooks";
import {
  type ReviewClaim,
  releasedClaim,
  reviewClaim,
  reviewClaimMs,
} from "#contract/console/reviews";
import type { ApiFailure } from "../../client/api.ts";
import { api } from "../../session/session.ts";

/** Renewed twice before it runs out. */
const renewEveryMs = reviewClaimMs / 3;
/** Who waits for another's case looks more often. */
const lookEveryMs = 10_000;

/** Who has the case, and taking it over. */
interface Claiming {
  readonly claim: ReviewClaim | null;
  readonly takeOver: () => Promise<ApiFailure | undefined>;
}

/**
 * Keeps the claim on a case alive while it is on the screen and gives it back afterwards. Where another has
 * it, asks again and again, so that the case is ours as soon as they leave. `onChanged` is told when the case
 * must be read again: it changed hands, or was decided.
 */
export function useClaim(
  path: string,
  first: ReviewClaim | null,
  isOpen: boolean,
  onChanged: () => void,
): Claiming {
  const [claim, setClaim] = useState(first);
  useEffect(() => setClaim(first), [first]);
  const isMine = claim?.isMine ?? false;

  const ask = useCallback(
    async (takeOver: boolean) => {
      const answer = await api.send("PUT", `${path}/claim`, reviewClaim, { takeOver });
      if (answer.ok) {
        setClaim(answer.value);
        if (!isMine) onChanged();
        return undefined;
      }
      // Decided meanwhile, or taken over by somebody.
      const { code } = answer.failure;
      if (code === "conflicting_state" || (code === "review_claimed" && isMine)) onChanged();
      return answer.failure;
    },
    [path, isMine, onChanged],
  );

  useEffect(() => {
    if (!isOpen) return;
    const timer = setInterval(
      () => document.visibilityState === "visible" && void ask(false),
      isMine ? renewEveryMs : lookEveryMs,
    );
    return () => clearInterval(timer);
  }, [isOpen, isMine, ask]);

  useEffect(() => {
    if (!isOpen || !isMine) return;
    const release = () => void api.send("DELETE", `${path}/claim`, releasedClaim);
    window.addEventListener("pagehide", release);
    return () => {
      window.removeEventListener("pagehide", release);
      release();
    };
  }, [path, isOpen, isMine]);

  return { claim, takeOver: () => ask(true) };
}
