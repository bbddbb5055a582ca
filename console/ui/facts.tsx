import type { ComponentChildren } from "preact";
import { texts } from "../i18n/current-texts.ts";

/** One row of a list of facts; what has no value shows that nothing is known. */
export interface Fact {
  readonly name: string;
  readonly value: ComponentChildren;
}

/** Names and values, one under the other or in columns where there is room. */
export function Facts({ facts, columns = 1 }: { facts: readonly Fact[]; columns?: 1 | 2 }) {
  return (
    <dl class="facts" data-columns={columns}>
      {facts.map(({ name, value }) => (
        <div class="fact" key={name}>
          <dt>{name}</dt>
          <dd>{isEmpty(value) ? <span class="muted">{texts.value.nothing}</span> : value}</dd>
        </div>
      ))}
    </dl>
  );
}

function isEmpty(value: ComponentChildren): boolean {
  return value === null || value === undefined || value === "";
}
