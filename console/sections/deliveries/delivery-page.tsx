import {
  type DeliveryDetail,
  type DeliveryTry,
  deliveryDetail,
  deliverySummary,
} from "#contract/console/deliveries";
import { Button } from "../../../widgets/ui/button.tsx";
import { useQuery } from "../../client/use-query.ts";
import { language, texts } from "../../i18n/current-texts.ts";
import { deliveryTexts } from "../../i18n/delivery-texts.ts";
import { api, may } from "../../session/session.ts";
import type { PageProps } from "../../shell/sections.ts";
import { CodeBlock } from "../../ui/code-block.tsx";
import { CopyId } from "../../ui/copy-id.tsx";
import { Facts } from "../../ui/facts.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { Page, Panel } from "../../ui/page.tsx";
import { humanize, StatusBadge, statusText } from "../../ui/status-badge.tsx";
import { TimeText } from "../../ui/time-text.tsx";
import { showToast } from "../../ui/toasts.tsx";
import { useSubmit } from "../../ui/use-submit.ts";

/** How often a pending delivery is read again, because its next try is near. */
const everyMs = 5_000;

/** One delivery with every try and response. Staff can resend a dead one. */
export default function DeliveryPage({ parts }: PageProps) {
  const { sections, events } = texts.value;
  const deliveries = deliveryTexts.value;
  const path = `/deliveries/${encodeURIComponent(parts["eventId"] ?? "")}/${encodeURIComponent(parts["webhookId"] ?? "")}`;
  const reading = useQuery(path, (signal) => api.get(path, deliveryDetail, signal), {
    everyMs: (read) => (read?.delivery.status === "pending" ? everyMs : undefined),
  });
  const { value, reload } = reading;
  const again = useSubmit(
    async () => {
      const result = await api.send("POST", `${path}/resend`, deliverySummary);
      // Also after a refusal: a colleague may have resent it.
      reload();
      return result;
    },
    () => showToast(deliveries.queued),
  );
  const parent = { to: "/deliveries", text: sections.deliveries };
  if (!value) {
    return (
      <Page title={deliveries.one} parent={parent} testId="delivery-loading" reading={reading} />
    );
  }
  const { delivery, tries, body } = value;
  const isDead = delivery.status === "dead";
  return (
    <Page
      title={events.types[delivery.type] ?? humanize(delivery.type)}
      lead={statusText(delivery.eventStatus)}
      mark={<StatusBadge status={delivery.status} text={deliveries.statuses[delivery.status]} />}
      parent={parent}
      testId="delivery"
      reading={reading}
      actions={
        isDead &&
        may("deliveries.resend") && (
          <Button busy={again.isBusy} testId="resend" onPress={() => void again.submit()}>
            {deliveries.resend}
          </Button>
        )
      }
    >
      {again.failure && <FailureNotice failure={again.failure} />}
      {isDead && !may("deliveries.resend") && <p class="muted">{deliveries.adminResends}</p>}
      <div class="columns">
        <div class="column-main">
          <Tries tries={tries} delivery={delivery} />
          <Panel title={deliveries.body}>
            {body === null ? (
              <p class="muted">{deliveries.unreadableBody}</p>
            ) : (
              <CodeBlock label={deliveries.body} text={indented(body)} />
            )}
          </Panel>
        </div>
        <div class="column-side">
          <Panel title={deliveries.details}>
            <Facts
              facts={[
                { name: deliveries.endpoint, value: <span class="break">{delivery.url}</span> },
                {
                  name: deliveries.eventId,
                  value: <CopyId id={delivery.eventId} label={deliveries.eventId} />,
                },
                {
                  name: deliveries.about,
                  value: <CopyId id={delivery.resourceId} label={deliveries.about} />,
                },
                { name: deliveries.sequence, value: String(delivery.sequence) },
                {
                  name: deliveries.createdAt,
                  value: <TimeText at={delivery.createdAt} withSeconds />,
                },
                {
                  name: deliveries.next,
                  value: delivery.nextAt && <TimeText at={delivery.nextAt} withSeconds />,
                },
                {
                  name: deliveries.finishedAt,
                  value: delivery.finishedAt && <TimeText at={delivery.finishedAt} withSeconds />,
                },
              ]}
            />
          </Panel>
        </div>
      </div>
    </Page>
  );
}

function Tries({ tries, delivery }: Pick<DeliveryDetail, "tries" | "delivery">) {
  const deliveries = deliveryTexts.value;
  return (
    <Panel title={deliveries.tries(delivery.attempts)} testId="tries">
      {tries.length === 0 && <p class="muted">{deliveries.notTried}</p>}
      <ol class="timeline">
        {[...tries].reverse().map((each) => (
          <Try each={each} key={each.attempt} />
        ))}
      </ol>
    </Panel>
  );
}

function Try({ each }: { each: DeliveryTry }) {
  const deliveries = deliveryTexts.value;
  const { attempt, attemptedAt, durationMs, statusCode, failure, answer } = each;
  const isGood = statusCode !== null && statusCode >= 200 && statusCode < 300;
  return (
    <li class="timeline-item" data-testid="try">
      <div class="timeline-head">
        <span class="strong">{deliveries.tryNumber(attempt)}</span>
        <StatusBadge
          status={isGood ? "success" : "failed"}
          text={statusCode === null ? deliveries.noAnswer : String(statusCode)}
        />
        {failure && <span>{deliveries.failures[failure] ?? humanize(failure)}</span>}
        <span class="muted">
          {new Intl.NumberFormat(language.value, {
            style: "unit",
            unit: "millisecond",
            maximumFractionDigits: 0,
          }).format(durationMs)}
        </span>
        <TimeText at={attemptedAt} withSeconds />
      </div>
      {answer !== null && answer !== "" && (
        <details class="more" open={!isGood}>
          <summary>{deliveries.answer}</summary>
          <CodeBlock label={deliveries.answer} text={answer} />
        </details>
      )}
    </li>
  );
}

/** Indents JSON; returns anything else unchanged. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
