import { consoleRouting, type ProcessorHealthView } from "#contract/console/routing";
import { listText } from "../../../widgets/i18n/list-text.ts";
import { useQuery } from "../../client/use-query.ts";
import { language, texts } from "../../i18n/current-texts.ts";
import { routingTexts } from "../../i18n/routing-texts.ts";
import { api } from "../../session/session.ts";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { Panel } from "../../ui/page.tsx";
import { humanize } from "../../ui/status-badge.tsx";
import { Abilities } from "./abilities.tsx";
import { ConnectorCheck } from "./connector-check.tsx";
import { PayoutsPanel } from "./payouts-panel.tsx";
import { ServicesPanel } from "./services-panel.tsx";

const everyMs = 10_000;
const tones: Readonly<Record<string, string>> = {
  closed: "good",
  half_open: "wait",
  open: "bad",
};

/** The processors, refreshed while visible. Separate from the rules, which staff edit. */
export function ProcessorsPanel() {
  const { health } = routingTexts.value;
  const { value, failure, reload } = useQuery(
    "/routing health",
    (signal) => api.get("/routing", consoleRouting, signal),
    { everyMs },
  );
  return (
    <>
      <Panel title={health.title} testId="processors">
        <p class="panel-lead">{health.text}</p>
        {failure && <FailureNotice failure={failure} onRetry={reload} />}
        {value ? (
          <ul class="plain-list">
            {value.processors.map((processor) => (
              <ProcessorLine key={processor.name} processor={processor} reload={reload} />
            ))}
          </ul>
        ) : (
          !failure && <p class="loading">{texts.value.loading}</p>
        )}
      </Panel>
      {value && value.payouts.length > 0 && (
        <PayoutsPanel processors={value.payouts} reload={reload} />
      )}
      {value && value.services.length + value.missingBanks.length > 0 && (
        <ServicesPanel
          services={value.services}
          missingBanks={value.missingBanks}
          reload={reload}
        />
      )}
    </>
  );
}

interface ProcessorProps {
  readonly processor: ProcessorHealthView;
  readonly reload: () => void;
}

function ProcessorLine({ processor, reload }: ProcessorProps) {
  const { health } = routingTexts.value;
  const { name, vendor, breaker, cause, retryAt, recent, currencies } = processor;
  const notes = [
    breaker === "half_open" ? health.trial : null,
    breaker === "open" && cause ? (health.causes[cause] ?? humanize(cause)) : null,
    retryAt && health.retry(timeOfDay(retryAt)),
    currencies && health.currencies(listText(currencies, language.value)),
  ].filter((note): note is string => typeof note === "string");
  return (
    <li class="line" data-testid={`processor-${name}`}>
      <div class="two-lines">
        <span class="strong">{name}</span>
        <span class="muted small">{health.recent(recent.answered, recent.failed)}</span>
        {notes.length > 0 && <span class="small">{notes.join(" ")}</span>}
        <span class="muted small">{health.vendors[vendor] ?? vendor}</span>
      </div>
      <span class="badge" data-tone={tones[breaker] ?? "quiet"} data-status={breaker}>
        {health.states[breaker] ?? humanize(breaker)}
      </span>
      <div class="processor-more">
        <ConnectorCheck processor={processor} reload={reload} />
        <Abilities processor={processor} />
      </div>
    </li>
  );
}

function timeOfDay(at: string): string {
  return new Intl.DateTimeFormat(language.value, { timeStyle: "medium" }).format(new Date(at));
}
