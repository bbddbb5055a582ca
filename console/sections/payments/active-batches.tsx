import { refundBatches } from "#contract/console/refund-batches";
import { useQuery } from "../../client/use-query.ts";
import { refundBatchTexts } from "../../i18n/refund-batch-texts.ts";
import { refundTexts } from "../../i18n/refund-texts.ts";
import { Link } from "../../router/link.tsx";
import { api } from "../../session/session.ts";
import { Panel } from "../../ui/page.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { BatchState, moneyOf } from "./batch-progress.tsx";

const everyMs = 30_000;
const path = "/refund-batches?show=active&size=10";

/** The 10 newest refund batches that wait for a second person or are in progress. */
export function ActiveBatches() {
  const words = refundBatchTexts.value;
  const { reasons } = refundTexts.value;
  const { value } = useQuery(path, (signal) => api.get(path, refundBatches, signal), {
    everyMs: () => everyMs,
  });
  if (value === undefined || value.data.length === 0) return null;
  return (
    <Panel
      title={words.active}
      actions={
        value.total > value.data.length && <Link to="/payments/batches">{words.batches}</Link>
      }
      flush
      testId="active-batches"
    >
      <ul class="line-list">
        {value.data.map((batch) => (
          <li key={batch.refundBatchId}>
            <Link
              class="line-link"
              to={`/payments/batches/${encodeURIComponent(batch.refundBatchId)}`}
            >
              <span class="line-main">
                {reasons[batch.reason] ?? batch.reason}
                <BatchState batch={batch} />
              </span>
              <RelativeTime at={batch.createdAt} />
              <span class="line-amount">{moneyOf(batch)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
