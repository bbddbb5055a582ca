import "../../../styles/console/review-queue.css";
import { type ReviewSummary, reviewList } from "#contract/console/reviews";
import { timeSorts } from "#contract/lists";
import { Button } from "../../../widgets/ui/button.tsx";
import { Notice } from "../../../widgets/ui/notice.tsx";
import { texts } from "../../i18n/current-texts.ts";
import { addressOf, go } from "../../router/place.ts";
import { serverNow } from "../../session/server-time.ts";
import { may, me } from "../../session/session.ts";
import { filterOf, SelectFilter } from "../../ui/filters.tsx";
import { customerColumn } from "../../ui/list-columns.tsx";
import type { ChosenColumn } from "../../ui/list-tools.tsx";
import { ListView, useList } from "../../ui/list-view.tsx";
import { Page } from "../../ui/page.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { humanize, StatusBadge } from "../../ui/status-badge.tsx";
import { ageText, fullTimeText } from "../../ui/time-text.tsx";

const everyMs = 15_000;

/** Identity documents that wait for a review, oldest first, and those that staff decided. */
export default function ReviewQueue() {
  const { reviews } = texts.value;
  const status = filterOf("status");
  const isWaiting = status === undefined || status === "under_review";
  const list = useList("reviews", {
    path: "/reviews",
    schema: reviewList,
    filters: [],
    query: { status },
    columns: columns(isWaiting),
    sorts: isWaiting ? [] : timeSorts,
    everyMs,
  });
  const mayDecide = may("reviews.decide");
  const first = isWaiting
    ? list.reading.value?.data.find(({ claim }) => claim === null || claim.isMine)
    : undefined;
  return (
    <Page
      title={texts.value.sections.reviews}
      lead={reviews.lead}
      testId="review-queue"
      actions={
        mayDecide &&
        first && (
          <Button
            testId="start-reviewing"
            onPress={() =>
              void go(addressOf(`/reviews/${encodeURIComponent(first.kycVerificationId)}`))
            }
          >
            {reviews.start}
          </Button>
        )
      }
    >
      {!mayDecide && me.value && (
        <Notice
          tone="info"
          title={reviews.lookOnly}
          lines={[reviews.lookOnlyText]}
          testId="look-only"
        />
      )}
      <ListView
        list={list}
        caption={texts.value.sections.reviews}
        keyOf={({ kycVerificationId }) => kycVerificationId}
        linkOf={
          mayDecide
            ? ({ kycVerificationId }) => `/reviews/${encodeURIComponent(kycVerificationId)}`
            : undefined
        }
        words={
          isWaiting
            ? { none: reviews.nothingWaits, noneText: reviews.nothingWaitsText }
            : { none: reviews.nothingDecided, noneText: reviews.nothingDecidedText }
        }
      >
        <SelectFilter
          name="status"
          label={reviews.show}
          options={[
            { value: "under_review", text: reviews.waiting },
            { value: "verified_manually", text: reviews.approved },
            { value: "rejected_manually", text: reviews.rejected },
          ]}
        />
      </ListView>
    </Page>
  );
}

function columns(isWaiting: boolean): ChosenColumn<ReviewSummary>[] {
  const { reviews, documents } = texts.value;
  return [
    customerColumn(reviews.customer),
    {
      name: "document",
      header: reviews.document,
      cell: ({ type }) => (type ? (documents[type] ?? humanize(type)) : reviews.noDocument),
    },
    {
      name: "why",
      header: reviews.why,
      isWide: true,
      cell: ({ reasons }) => (
        <ul class="reason-list">
          {reasons.map(({ code, message }) => (
            <li key={code}>{reviews.reasons[code] ?? message}</li>
          ))}
        </ul>
      ),
    },
    isWaiting
      ? {
          name: "waitingFor",
          header: reviews.waitingFor,
          cell: ({ submittedAt }) => (
            <time dateTime={submittedAt} title={fullTimeText(submittedAt)}>
              {ageText(submittedAt, serverNow())}
            </time>
          ),
        }
      : {
          name: "decidedAt",
          header: reviews.decidedAt,
          cell: ({ decidedAt }) => decidedAt && <RelativeTime at={decidedAt} />,
        },
    isWaiting
      ? {
          name: "openBy",
          header: reviews.openBy,
          cell: ({ claim }) =>
            claim ? (
              <span class="claim" data-mine={claim.isMine ? "" : undefined}>
                {claim.isMine ? reviews.you : claim.staff.name}
              </span>
            ) : (
              <span class="muted">{reviews.nobody}</span>
            ),
        }
      : {
          name: "status",
          header: reviews.status,
          cell: ({ status }) => <StatusBadge status={status} />,
        },
  ];
}
