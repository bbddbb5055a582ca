import { noticeList } from "#contract/console/notices";
import { useQuery } from "../../client/use-query.ts";
import { noticeTexts } from "../../i18n/notice-texts.ts";
import { Link } from "../../router/link.tsx";
import { api } from "../../session/session.ts";
import { Panel } from "../../ui/page.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";

const path = "/reconciliation/notices?size=1";
const everyMs = 60_000;

/** How many notices match no payment, and how long the oldest has been waiting. */
export function WaitingNotices() {
  const words = noticeTexts.value;
  const { value } = useQuery(path, (signal) => api.get(path, noticeList, signal), { everyMs });
  const [oldest] = value?.data ?? [];
  if (!value || !oldest) return null;
  return (
    <Panel title={words.title} testId="waiting-notices">
      <p>
        {words.some(value.total)} {words.received} <RelativeTime at={oldest.receivedAt} />.{" "}
        <Link to="/reconciliation/notices">{words.open}</Link>
      </p>
    </Panel>
  );
}
