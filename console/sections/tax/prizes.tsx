import { useState } from "preact/hooks";
import { type TaxPrize, taxPrizeList } from "#contract/console/tax";
import { queryText } from "../../client/query-text.ts";
import { useQuery } from "../../client/use-query.ts";
import { texts } from "../../i18n/current-texts.ts";
import { api, may } from "../../session/session.ts";
import { CustomerCell } from "../../ui/customer-cell.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { Money } from "../../ui/money.tsx";
import { Panel } from "../../ui/page.tsx";
import { humanize, StatusBadge } from "../../ui/status-badge.tsx";
import { dateText } from "../../ui/time-text.tsx";

const size = 20;

/** The year's prizes for Form W-2G, page by page. The page is not part of the address. */
export function Prizes({ year }: { year: string }) {
  const { tax, loading, pager } = texts.value;
  const [page, setPage] = useState(1);
  const path = `/tax/${encodeURIComponent(year)}/prizes${queryText({ page, size })}`;
  const { value, failure, reload } = useQuery(path, (signal) =>
    api.get(path, taxPrizeList, signal),
  );
  return (
    <Panel title={tax.prizes} testId="tax-prizes">
      {failure && <FailureNotice failure={failure} onRetry={reload} />}
      {!value && !failure && <p class="loading">{loading}</p>}
      {value?.data.length === 0 && <p class="muted">{tax.noPrizes}</p>}
      <ul class="plain-list">
        {value?.data.map((prize) => (
          <PrizeLine prize={prize} key={prize.prizeId} />
        ))}
      </ul>
      {value && value.total > size && (
        <div class="button-row">
          <button
            type="button"
            class="step-button"
            disabled={page === 1}
            onClick={() => setPage(page - 1)}
          >
            {pager.previous}
          </button>
          <span class="muted">
            {pager.range((page - 1) * size + 1, (page - 1) * size + value.data.length, value.total)}
          </span>
          <button
            type="button"
            class="step-button"
            disabled={page * size >= value.total}
            onClick={() => setPage(page + 1)}
          >
            {pager.next}
          </button>
        </div>
      )}
    </Panel>
  );
}

function PrizeLine({ prize }: { prize: TaxPrize }) {
  const { tax } = texts.value;
  const { prizeId, externalPrizeId, boxes, status, legallyReportable } = prize;
  const { customerName, customerEmail, externalCustomerId } = prize;
  return (
    <li class="line" data-testid="prize">
      <span class="two-lines">
        <CustomerCell
          name={customerName}
          email={customerEmail}
          externalCustomerId={externalCustomerId}
          isLinked
        />
        <span class="muted small">{tax.wonOn(dateText(boxes.box2))}</span>
        <span class="muted small mono cut" title={externalPrizeId}>
          {externalPrizeId}
        </span>
      </span>
      {legallyReportable && (
        <span class="badge" data-tone="wait">
          {tax.reportable}
        </span>
      )}
      <StatusBadge status={status} text={tax.prizeStates[status] ?? humanize(status)} />
      <span class="strong">
        <Money amount={boxes.box1} currency="USD" />
      </span>
      {may("tax.file") && (
        <a
          href={`/console/api/tax/prizes/${encodeURIComponent(prizeId)}/copy`}
          download={`W-2G-${externalPrizeId}.pdf`}
          aria-label={tax.copyOf("W‑2G", externalCustomerId)}
        >
          PDF
        </a>
      )}
    </li>
  );
}
