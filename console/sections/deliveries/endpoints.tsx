import { type Endpoint, type EndpointList, endpoint } from "#contract/console/deliveries";
import { listText } from "../../../widgets/i18n/list-text.ts";
import { Button } from "../../../widgets/ui/button.tsx";
import type { Reading } from "../../client/use-query.ts";
import { language, texts } from "../../i18n/current-texts.ts";
import { deliveryTexts } from "../../i18n/delivery-texts.ts";
import { api, may } from "../../session/session.ts";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { Panel } from "../../ui/page.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { humanize, StatusBadge } from "../../ui/status-badge.tsx";
import { showToast } from "../../ui/toasts.tsx";
import { useSubmit } from "../../ui/use-submit.ts";

/** The webhook endpoints. One that failed for days is switched off, and staff can switch it on again. */
export function Endpoints({ reading }: { reading: Reading<EndpointList> }) {
  const deliveries = deliveryTexts.value;
  const { value, failure, reload } = reading;
  const notice = failure && <FailureNotice failure={failure} onRetry={reload} />;
  if (!value || value.data.length === 0) return notice ?? null;
  return (
    <Panel title={deliveries.endpoints} testId="endpoints">
      {notice}
      <ul class="plain-list">
        {value.data.map((endpoint) => (
          <EndpointLine endpoint={endpoint} onEnabled={reload} key={endpoint.webhookId} />
        ))}
      </ul>
    </Panel>
  );
}

/** The name of an event type; `*` means all. */
function nameOf(type: string): string {
  if (type === "*") return deliveryTexts.value.allEvents;
  return texts.value.events.types[type] ?? humanize(type);
}

function EndpointLine({
  endpoint: each,
  onEnabled,
}: {
  endpoint: Endpoint;
  onEnabled: () => void;
}) {
  const deliveries = deliveryTexts.value;
  const { isBusy, failure, submit } = useSubmit(
    async () => {
      const result = await api.send("POST", `/webhooks/${each.webhookId}/enable`, endpoint);
      onEnabled();
      return result;
    },
    () => showToast(deliveries.enabled),
  );
  return (
    <li class="line">
      <span class="two-lines">
        <span class="mono break">{each.url}</span>
        <span class="muted small">
          {each.description ??
            (each.events
              ? listText(each.events.map(nameOf), language.value)
              : deliveries.allEvents)}
        </span>
        {each.slowSince !== null && (
          <span class="small" data-testid="slow-endpoint">
            {deliveries.slow} <RelativeTime at={each.slowSince} isFocusable />
          </span>
        )}
      </span>
      <StatusBadge status={each.status} />
      {each.status === "disabled" &&
        (may("deliveries.resend") ? (
          <Button quiet busy={isBusy} testId="enable-endpoint" onPress={() => void submit()}>
            {deliveries.enable}
          </Button>
        ) : (
          <span class="muted small">{deliveries.adminEnables}</span>
        ))}
      {failure && <FailureNotice failure={failure} />}
    </li>
  );
}
