import { useState } from "preact/hooks";
import { sanctionsReviews } from "#contract/console/sanctions";
import { queryText } from "../../client/query-text.ts";
import { useQuery } from "../../client/use-query.ts";
import { texts } from "../../i18n/current-texts.ts";
import { sanctionsTexts } from "../../i18n/sanctions-texts.ts";
import { Link } from "../../router/link.tsx";
import { api } from "../../session/session.ts";
import { Pager, useExistingPage } from "../../ui/data-table.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { filterOf } from "../../ui/filters.tsx";
import { Page, Panel } from "../../ui/page.tsx";
import { SanctionsCase } from "./sanctions-case.tsx";
import { type SanctionsDecision, SanctionsDialog } from "./sanctions-dialog.tsx";

/** How often the list is read again, because others decide too. */
const everyMs = 15_000;

/** Customers who may be on the sanctions list, each beside the listed person. */
export default function SanctionsReviews() {
  const words = sanctionsTexts.value;
  const status = filterOf("status") === "decided" ? "decided" : "waiting";
  const customer = filterOf("customer");
  const path = `/sanctions${queryText({ status, externalCustomerId: customer, page: filterOf("page") })}`;
  const { value, failure, reload } = useQuery(
    path,
    (signal) => api.get(path, sanctionsReviews, signal),
    { everyMs },
  );
  const [deciding, setDeciding] = useState<SanctionsDecision | null>(null);
  useExistingPage(value);
  return (
    <Page
      title={words.title}
      lead={words.lead}
      parent={{ to: "/approvals", text: texts.value.sections.approvals }}
      testId="sanctions-reviews"
    >
      <nav class="button-row" aria-label={words.title}>
        {(["waiting", "decided"] as const).map((each) => (
          <Link
            key={each}
            to="/approvals/sanctions"
            class={each === status ? "strong" : ""}
            query={{
              ...(customer === undefined ? {} : { customer }),
              ...(each === "decided" ? { status: each } : {}),
            }}
            aria-current={each === status ? "page" : undefined}
            data-testid={`sanctions-${each}`}
          >
            {words.tabs[each]}
          </Link>
        ))}
      </nav>
      {customer !== undefined && (
        <p class="button-row">
          <span>{words.onlyOf(customer)}</span>
          <Link
            to="/approvals/sanctions"
            query={status === "decided" ? { status } : {}}
            data-testid="all-reviews"
          >
            {words.showAll}
          </Link>
        </p>
      )}
      {failure && <FailureNotice failure={failure} onRetry={reload} />}
      {!value && !failure && (
        <p class="loading" aria-busy="true">
          {texts.value.loading}
        </p>
      )}
      {value?.data.length === 0 && (
        <Panel
          title={status === "waiting" ? words.none : words.noneDecided}
          testId="no-sanctions-reviews"
        >
          {status === "waiting" && <p class="muted">{words.noneText}</p>}
        </Panel>
      )}
      {value?.data.map((review) => (
        <SanctionsCase
          key={review.sanctionsReviewId}
          review={review}
          onDecide={(decision) => setDeciding({ review, decision })}
        />
      ))}
      {deciding && (
        <SanctionsDialog {...deciding} reload={reload} onClose={() => setDeciding(null)} />
      )}
      {value && value.total > value.data.length && <Pager {...value} />}
    </Page>
  );
}
