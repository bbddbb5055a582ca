import type { ConnectedServiceView, MissingBank } from "#contract/console/routing";
import { Notice } from "../../../widgets/ui/notice.tsx";
import { routingTexts } from "../../i18n/routing-texts.ts";
import { Panel } from "../../ui/page.tsx";
import { humanize } from "../../ui/status-badge.tsx";
import { ConnectorCheck } from "./connector-check.tsx";

interface Props {
  readonly services: readonly ConnectedServiceView[];
  readonly missingBanks: readonly MissingBank[];
  readonly reload: () => void;
}

/** The connectors for banks, 3-D Secure and sales tax, with their checks, and the missing banks. */
export function ServicesPanel({ services, missingBanks, reload }: Props) {
  const { services: words, health } = routingTexts.value;
  return (
    <Panel title={words.title} testId="services">
      {missingBanks.map(({ name, payments }) => (
        <Notice
          key={name}
          tone="warning"
          title={words.missingBank(name)}
          lines={[words.missingBankText(payments)]}
          testId={`missing-bank-${name}`}
        />
      ))}
      <ul class="plain-list">
        {services.map(({ key, name, vendor, use, check }) => (
          <li key={key} class="line" data-testid={`service-${key}`}>
            <div class="two-lines">
              <span class="strong">{words.uses[use] ?? humanize(use)}</span>
              <span class="small">{name}</span>
              <span class="muted small">{health.vendors[vendor] ?? vendor}</span>
            </div>
            <div class="processor-more">
              {check ? (
                <ConnectorCheck processor={{ name: key, check }} kind="services" reload={reload} />
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
