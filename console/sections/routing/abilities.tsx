import { routingTexts } from "../../i18n/routing-texts.ts";
import { humanize } from "../../ui/status-badge.tsx";

interface AbilitiesProps {
  readonly processor: {
    readonly name: string;
    readonly abilities: readonly { readonly ability: string; readonly value: string }[];
  };
}

/** What a processor's connector can do. */
export function Abilities({ processor: { name, abilities } }: AbilitiesProps) {
  const { health } = routingTexts.value;
  return (
    <details class="more small" data-testid={`abilities-${name}`}>
      <summary>{health.abilitiesTitle}</summary>
      <dl class="sum">
        {abilities.map(({ ability, value }) => (
          <div key={ability}>
            <dt>{health.abilities[ability] ?? humanize(ability)}</dt>
            <dd>{health.abilityValues[value] ?? humanize(value)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
