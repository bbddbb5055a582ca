import type { PayoutProcessorView } from "#contract/console/routing";
import { listText } from "../../../widgets/i18n/list-text.ts";
import { language } from "../../i18n/current-texts.ts";
import { routingTexts } from "../../i18n/routing-texts.ts";
import { Panel } from "../../ui/page.tsx";
import { humanize } from "../../ui/status-badge.tsx";
import { Abilities } from "./abilities.tsx";
import { ConnectorCheck } from "./connector-check.tsx";

interface Props {
  readonly processors: readonly PayoutProcessorView[];
  readonly reload: () => void;
}

/** What each payout processor is used for, what its connector can do, and its check. */
export function PayoutsPanel({ processors, reload }: Props) {
  const { payouts, health } = routingTexts.value;
  const list = (items: readonly string[]) => listText(items, language.value);
  return (
    <Panel title={payouts.title} testId="payout-processors">
      <p class="panel-lead">{payouts.text}</p>
      <ul class="plain-list">
        {processors.map((processor) => {
          const { name, vendor, methods, currencies } = processor;
          const used = methods.map((method) => payouts.methods[method] ?? humanize(method));
          return (
            <li key={name} class="line" data-testid={`payouts-${name}`}>
              <div class="two-lines">
                <span class="strong">{name}</span>
                <span class="small">
                  {used.length > 0 ? payouts.used(list(used)) : payouts.unused}
                </span>
                {currencies && <span class="small">{health.currencies(list(currencies))}</span>}
                <span class="muted small">{health.vendors[vendor] ?? vendor}</span>
              </div>
              <div class="processor-more">
                <ConnectorCheck processor={processor} kind="payouts" reload={reload} />
                <Abilities processor={processor} />
              </div>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
