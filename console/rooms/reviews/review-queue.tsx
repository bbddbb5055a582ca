import "../../../styles/console/review-queue.css";
import { type ReviewSummary, reviewList } from "#contract/console/reviews";
import { Button } from "../../../widgets/ui/button.tsx";
import { Notice } from "../../../widgets/ui/notice.tsx";
import { queryText } from "../../client/query-text.ts";
import { useAnswer } from "../../client/use-answer.ts";
import { texts } from "../../i18n/current-texts.ts";
import { addressOf, go, place } from "../../router/place.ts";
import { serverNow } from "../../session/server-time.ts";
import { api, may, me } from "../../session/session.ts";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { Filters, filterOf, SelectFilter } from "../../ui/filters.tsx";
import { customerColumn } from "../../ui/list-columns.tsx";
import { Page } from "../../ui/page.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { StatusBadge, wordsOf } from "../../ui/status-badge.tsx";
import { ageText, fullTimeText } from "../../ui/time-text.tsx";

/** How often to read the queue again. */
const everyMs = 15_000;

/** Identity documents that wait for a review, oldest first, and those that staff decided. */
export default function ReviewQueue() {
  const { reviews } = texts.value;
  const status = filterOf("status");
  const page = place.value.query.get("page") ?? undefined;
  const path = `/reviews${queryText({ status, page })}`;
  const reading = useAnswer(path, (signal) => api.get(path, reviewList, signal), { everyMs });
  const isWaiting = status === undefined || status === "under_review";
  const mayDecide = may("reviews.decide");
  const first = isWaiting
    ? reading.value?.data.find(({ claim }) => claim === null || claim.isMine)
    : undefined;
  return (
    <Page
      title={texts.value.rooms.reviews}
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
      <Filters names={[]}>
        <SelectFilter
          name="status"
          label={reviews.show}
          options={[
            { value: "under_review", text: reviews.waiting },
            { value: "verified_manually", text: reviews.approved },
            { value: "rejected_manually", text: reviews.rejected },
          ]}
        />
      </Filters>
      <DataTable
        caption={texts.value.rooms.reviews}
        testId="reviews"
        columns={columns(isWaiting)}
        reading={reading}
        keyOf={({ kycVerificationId }) => kycVerificationId}
        {...(mayDecide && {
          linkOf: ({ kycVerificationId }: ReviewSummary) =>
            `/reviews/${encodeURIComponent(kycVerificationId)}`,
        })}
        empty={
          isWaiting
            ? { title: reviews.nothingWaits, text: reviews.nothingWaitsText }
            : { title: reviews.nothingDecided, text: reviews.nothingDecidedText }
        }
      />
    </Page>
  );
}

function columns(isWaiting: boolean): Column<ReviewSummary>[] {
  const { reviews, documents } = texts.value;
  return [
    customerColumn(reviews.customer),
    {
      header: reviews.document,
      cell: ({ type }) => (type ? (documents[type] ?? wordsOf(type)) : reviews.noDocument),
    },
    {
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
          header: reviews.waitingFor,
          cell: ({ submittedAt }) => (
            <time dateTime={submittedAt} title={fullTimeText(submittedAt)}>
              {ageText(submittedAt, serverNow())}
            </time>
          ),
        }
      : {
          header: reviews.decidedAt,
          cell: ({ decidedAt }) => decidedAt && <RelativeTime at={decidedAt} />,
        },
    isWaiting
      ? {
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
      : { header: reviews.status, cell: ({ status }) => <StatusBadge status={status} /> },
  ];
}
