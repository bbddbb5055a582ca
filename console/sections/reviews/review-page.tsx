import "../../../styles/console/review.css";
import { useCallback, useLayoutEffect, useRef, useState } from "preact/hooks";
import { kycVerification } from "#contract/api/customers";
import {
  type DecidedReview,
  type ReviewCase,
  releasedClaim,
  reviewCase,
  reviewList,
} from "#contract/console/reviews";
import { Button } from "../../../widgets/ui/button.tsx";
import { Notice } from "../../../widgets/ui/notice.tsx";
import type { ApiFailure } from "../../client/api.ts";
import { type Reading, useQuery } from "../../client/use-query.ts";
import { texts } from "../../i18n/current-texts.ts";
import { addressOf, go } from "../../router/place.ts";
import { useGoFromHere } from "../../router/use-go-from-here.ts";
import { api } from "../../session/session.ts";
import type { PageProps } from "../../shell/sections.ts";
import { ask } from "../../ui/ask.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { KeyMark } from "../../ui/key-mark.tsx";
import { useKeys } from "../../ui/keys.tsx";
import { Page } from "../../ui/page.tsx";
import { StatusBadge, statusText } from "../../ui/status-badge.tsx";
import { fullTimeText } from "../../ui/time-text.tsx";
import { showToast } from "../../ui/toasts.tsx";
import { useSubmit } from "../../ui/use-submit.ts";
import { CaseHistory, CustomerFacts } from "./case-facts.tsx";
import { Checks, Comparison } from "./comparison.tsx";
import { DecisionDialog } from "./decision-dialog.tsx";
import { ImageViewer } from "./image-viewer.tsx";
import { useClaim } from "./use-claim.ts";

/** A review case. `j` and `k` move through the queue. */
export default function ReviewPage({ parts }: PageProps) {
  const path = `/reviews/${encodeURIComponent(parts["id"] ?? "")}`;
  const isLeft = useRef(false);
  useLayoutEffect(
    () => () => {
      isLeft.current = true;
    },
    [],
  );
  const reading = useQuery(
    `open ${path}`,
    async () => {
      const result = await api.send("POST", `${path}/open`, reviewCase);
      // Opening claims the case, and a page that was left in the meantime never releases it.
      if (isLeft.current && result.ok && result.value.claim?.isMine) {
        void api.send("DELETE", `${path}/claim`, releasedClaim);
      }
      return result;
    },
    // Not cached: the case contains personal data and may have changed.
    { isKept: false },
  );
  const { reviews, sections } = texts.value;
  if (reading.value) return <Case path={path} opened={reading.value} reading={reading} />;
  return (
    <Page
      title={reviews.caseTitle}
      parent={{ to: "/reviews", text: sections.reviews }}
      testId="review-loading"
      reading={reading}
    />
  );
}

function Case({
  path,
  opened,
  reading,
}: {
  path: string;
  opened: ReviewCase;
  reading: Reading<ReviewCase>;
}) {
  const { reviews, sections, documents } = texts.value;
  const { verification, customer, decision, canDecide, canReopen } = opened;
  const [deciding, setDeciding] = useState<"approve" | "reject" | null>(null);
  const [isStale, setIsStale] = useState(false);
  /** What was typed for a decision that the case's change has refused. */
  const [refused, setRefused] = useState<{ decision: string; reason: string }>();
  // The case was open when this page loaded, so somebody else decided it.
  const wasOpen = useRef(decision === null);
  const isLate = decision !== null && wasOpen.current;
  const reload = useCallback(() => reading.reload(), [reading.reload]);
  const { claim, takeOver } = useClaim(path, opened.claim, canDecide, reload);
  const others = claim && !claim.isMine ? claim : null;
  const name =
    [customer.data.firstName, customer.data.lastName].filter(Boolean).join(" ") ||
    customer.externalCustomerId;
  const goFromHere = useGoFromHere();
  const step = useQueueSteps(verification.kycVerificationId);
  const mayDecide = canDecide && !others;

  const onDecided = ({ verification: decided, nextKycVerificationId, waiting }: DecidedReview) => {
    showToast(reviews.decided(name, statusText(decided.status), waiting));
    setDeciding(null);
    void goFromHere(
      addressOf(
        nextKycVerificationId
          ? `/reviews/${encodeURIComponent(nextKycVerificationId)}`
          : "/reviews",
      ),
    );
  };
  const reopening = useSubmit(
    () => api.send("POST", `${path}/reopen`, kycVerification),
    () => showToast(reviews.reopened),
  );
  const reopen = async () => {
    const isSure = await ask({
      title: reviews.reopenTitle,
      text: reviews.reopenText,
      yes: reviews.reopen,
    });
    if (!isSure) return;
    await reopening.submit();
    reading.reload();
  };
  const [notTaken, setNotTaken] = useState<ApiFailure>();
  const takeOverNow = async () => setNotTaken(await takeOver());
  useKeys([
    ...(mayDecide
      ? [
          { key: "a", text: reviews.keys.approve, run: () => setDeciding("approve") },
          { key: "r", text: reviews.keys.reject, run: () => setDeciding("reject") },
        ]
      : []),
    { key: "j", text: reviews.keys.next, run: () => step(1) },
    { key: "k", text: reviews.keys.previous, run: () => step(-1) },
    { key: "u", text: reviews.keys.queue, run: () => void go(addressOf("/reviews")) },
  ]);
  return (
    <Page
      title={name}
      lead={
        verification.type ? (documents[verification.type] ?? verification.type) : reviews.caseTitle
      }
      mark={<StatusBadge status={verification.status} />}
      parent={{ to: "/reviews", text: sections.reviews }}
      testId="review-case"
      reading={reading}
      actions={
        <div class="case-actions">
          <Button quiet testId="next-case" onPress={() => step(1)}>
            {reviews.next}
            <KeyMark name="j" />
          </Button>
          {canReopen && (
            <Button quiet testId="reopen" busy={reopening.isBusy} onPress={() => void reopen()}>
              {reviews.reopen}
            </Button>
          )}
          {mayDecide && (
            <>
              <span data-danger="">
                <Button quiet testId="reject" onPress={() => setDeciding("reject")}>
                  {reviews.reject}
                  <KeyMark name="r" />
                </Button>
              </span>
              <Button testId="approve" onPress={() => setDeciding("approve")}>
                {reviews.approve}
                <KeyMark name="a" />
              </Button>
            </>
          )}
        </div>
      }
    >
      <div class="notices" aria-live="polite">
        {reopening.failure && <FailureNotice failure={reopening.failure} />}
        {decision && (
          <Notice
            tone={isLate ? "warning" : "info"}
            title={
              isLate
                ? reviews.tooLate(decision.staff.name, statusText(verification.status))
                : reviews.wasDecided(decision.staff.name, statusText(verification.status))
            }
            lines={[
              ...(decision.decidedAt ? [fullTimeText(decision.decidedAt)] : []),
              reviews.theirReason(decision.reason),
            ]}
            testId="was-decided"
          />
        )}
        {isStale && canDecide && !others && (
          <Notice
            tone="warning"
            title={reviews.changed}
            lines={[reviews.changedText]}
            testId="case-changed"
          />
        )}
        {others && notTaken && <FailureNotice failure={notTaken} />}
        {others && canDecide && (
          <div class="notice-with-action">
            <Notice
              tone="warning"
              title={reviews.claimed(others.staff.name)}
              lines={[reviews.claimedText]}
              testId="claimed"
            />
            <Button quiet testId="take-over" onPress={() => void takeOverNow()}>
              {reviews.takeOver}
            </Button>
          </div>
        )}
        {!decision && opened.reasons.length > 0 && (
          <Notice
            tone="warning"
            title={reviews.whyHere}
            lines={opened.reasons.map(({ code, message }) => reviews.reasons[code] ?? message)}
            testId="reasons"
          />
        )}
      </div>
      <div class="case">
        <div class="case-pictures">
          <ImageViewer images={opened.images} />
        </div>
        <div class="case-facts">
          <Comparison reading={opened.reading} />
          <Checks checks={opened.checks} />
          <CustomerFacts customer={customer} />
          <CaseHistory opened={opened} />
        </div>
      </div>
      {deciding && (
        <DecisionDialog
          path={path}
          decision={deciding}
          version={opened.version}
          customer={name}
          reason={refused?.decision === deciding ? refused.reason : ""}
          onDecided={onDecided}
          onStale={(reason) => {
            setRefused({ decision: deciding, reason });
            setDeciding(null);
            setIsStale(true);
            reading.reload();
          }}
          onClose={() => setDeciding(null)}
        />
      )}
    </Page>
  );
}

/** Only the first 100 cases of the queue. */
const queuePath = "/reviews?size=100";

/** Opens the next or previous case, or the queue after its last and before its first. */
function useQueueSteps(current: string): (step: 1 | -1) => void {
  const queue = useQuery(queuePath, (signal) => api.get(queuePath, reviewList, signal));
  return (step) => {
    const ids = queue.value?.data.map(({ kycVerificationId }) => kycVerificationId) ?? [];
    const at = ids.indexOf(current);
    const next = at === -1 ? ids[0] : ids[at + step];
    void go(addressOf(next ? `/reviews/${encodeURIComponent(next)}` : "/reviews"));
    if (!next) showToast(texts.value.reviews.endOfQueue);
  };
}
