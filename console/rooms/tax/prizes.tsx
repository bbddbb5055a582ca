import { useState } from "preact/hooks";
import type { PrizeRecord } from "#contract/api/prizes";
import { taxPrizeList } from "#contract/console/tax";
import { moneyText } from "../../../widgets/i18n/money-text.ts";
import { queryText } from "../../client/query-text.ts";
import { useAnswer } from "../../client/use-answer.ts";
import { language, texts } from "../../i18n/current-texts.ts";
import { api, may } from "../../session/session.ts";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { Panel } from "../../ui/page.tsx";
import { StatusBadge, wordsOf } from "../../ui/status-badge.tsx";
import { dateText } from "../../ui/time-text.tsx";

const size = 20;

/** Prizes of the year for Form W-2G, a page at a time; the list's own pages stay out of the address. */
export function Prizes({ year }: { year: string }) {
  const { tax, loading, pager } = texts.value;
  const [page, setPage] = useState(1);
  const path = `/tax/${encodeURIComponent(year)}/prizes${queryText({ page, size })}`;
  const { value, failure, reload } = useAnswer(path, (signal) =>
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

function PrizeLine({ prize }: { prize: PrizeRecord }) {
  const { tax } = texts.value;
  const { prizeId, externalPrizeId, externalCustomerId, boxes, status, legallyReportable } = prize;
  return (
    <li class="line">
      <span class="two-lines">
        <span class="strong money">{moneyText(boxes.box1, "USD", language.value)}</span>
        <span class="muted small">
          {externalCustomerId} · {externalPrizeId} · {dateText(boxes.box2)}
        </span>
      </span>
      {legallyReportable && (
        <span class="badge" data-tone="wait">
          {tax.reportable}
        </span>
      )}
      <StatusBadge status={status} text={tax.prizeStates[status] ?? wordsOf(status)} />
      {may("tax.file") && (
        <a
          href={`/console/api/tax/prizes/${encodeURIComponent(prizeId)}/copy`}
          download={`W-2G-${externalPrizeId}.pdf`}
          aria-label={tax.copyOf("W-2G", externalCustomerId)}
        >
          PDF
        </a>
      )}
    </li>
  );
}
