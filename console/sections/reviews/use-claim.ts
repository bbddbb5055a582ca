import { useCallback, useEffect, useState } from "preact/hooks";
import {
  type ReviewClaim,
  releasedClaim,
  reviewClaim,
  reviewClaimMs,
} from "#contract/console/reviews";
import type { ApiFailure } from "../../client/api.ts";
import { api } from "../../session/session.ts";

/** Renews the claim twice before it expires. */
const renewEveryMs = reviewClaimMs / 3;
/** How often to ask for a case that someone else has claimed. */
const lookEveryMs = 10_000;

interface Claiming {
  readonly claim: ReviewClaim | null;
  readonly takeOver: () => Promise<ApiFailure | undefined>;
}

/**
 * Renews the claim on a case while it is on the screen, and releases it afterwards. If someone else has the case, keeps
 * asking, so that this person gets it as soon as the other one leaves. Calls `onChanged` when someone has taken the
 * case over or decided it, because it must then be read again.
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
      const result = await api.send("PUT", `${path}/claim`, reviewClaim, { takeOver });
      if (result.ok) {
        setClaim(result.value);
        if (!isMine) onChanged();
        return undefined;
      }
      // Someone has decided the case or taken it over.
      const { code } = result.failure;
      if (code === "conflicting_state" || (code === "review_claimed" && isMine)) onChanged();
      return result.failure;
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
