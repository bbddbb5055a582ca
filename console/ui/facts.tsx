import type { ComponentChildren } from "preact";
import { texts } from "../i18n/current-texts.ts";

/** A name with a value. Without a value, the row says that it is unknown. */
export interface Fact {
  readonly name: string;
  readonly value: ComponentChildren;
  /** On a separate line, with the name beside the value: for ids that do not fit a column. */
  readonly isLine?: boolean;
}

/** A list of facts, one below the other, or in columns if there is space. */
export function Facts({ facts, columns = 1 }: { facts: readonly Fact[]; columns?: 1 | 2 }) {
  return (
    <dl class="facts" data-columns={columns}>
      {facts.map(({ name, value, isLine }) => (
        <div class="fact" data-line={isLine ? "" : undefined} key={name}>
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
