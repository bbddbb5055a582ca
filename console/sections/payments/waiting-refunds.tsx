import { waitingRefunds } from "#contract/console/refunds";
import { useQuery } from "../../client/use-query.ts";
import { refundTexts } from "../../i18n/refund-texts.ts";
import { api, may } from "../../session/session.ts";
import { Panel } from "../../ui/page.tsx";
import { RefundLines } from "./refund-lines.tsx";

const everyMs = 30_000;
const path = "/refunds/waiting?size=10";

/** Refunds that wait for a second person, oldest first. Staff who cannot refund see nothing. */
export function WaitingRefunds() {
  return may("payments.refund") ? <Waiting /> : null;
}

function Waiting() {
  const { value } = useQuery(path, (signal) => api.get(path, waitingRefunds, signal), {
    everyMs: () => everyMs,
  });
  if (!value || value.total === 0) return null;
  return (
    <Panel title={refundTexts.value.waiting} flush testId="waiting-refunds">
      <RefundLines data={value.data} total={value.total} />
    </Panel>
  );
}
