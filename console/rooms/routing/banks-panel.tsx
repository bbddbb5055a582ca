import type { PayingBankView } from "#contract/console/routing";
import { routingTexts } from "../../i18n/routing-texts.ts";
import { Panel } from "../../ui/page.tsx";
import { ConnectorCheck } from "./connector-check.tsx";

interface Props {
  readonly banks: readonly PayingBankView[];
  readonly reload: () => void;
}

/** The banks that customers pay from, and the checks of those that can be checked. */
export function BanksPanel({ banks, reload }: Props) {
  const { banks: words, health } = routingTexts.value;
  return (
    <Panel title={words.title} testId="paying-banks">
      {banks.length > 1 && <p class="panel-lead">{words.text}</p>}
      <ul class="plain-list">
        {banks.map(({ name, vendor, takesNew, check }) => (
          <li key={name} class="line" data-testid={`bank-${name}`}>
            <div class="two-lines">
              <span class="strong">{name}</span>
              <span class="small">{takesNew ? words.takesNew : words.earlier}</span>
              <span class="muted small">{health.vendors[vendor] ?? vendor}</span>
            </div>
            <div class="processor-more">
              {check ? (
                <ConnectorCheck processor={{ name, check }} kind="banks" reload={reload} />
              ) : (
                <span class="muted small">{words.noCheck}</span>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
