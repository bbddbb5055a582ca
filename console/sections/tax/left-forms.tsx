import type { LeftForms as Forms } from "#contract/console/tax";
import { texts } from "../../i18n/current-texts.ts";
import { humanize } from "../../ui/status-badge.tsx";

/** Forms that an export left out, and why. Empty without any. */
export function LeftForms({ left }: { left: Forms }) {
  const { tax } = texts.value;
  if (left.length === 0) return null;
  return (
    <div data-testid="tax-left">
      <p class="strong">{tax.left(left.length)}</p>
      <ul class="plain-list many-list">
        {left.map(({ externalCustomerId, prizeId, problem }) => (
          <li class="line" key={`${externalCustomerId}${prizeId ?? ""}`}>
            <span class="mono">{externalCustomerId}</span>
            <span>{tax.problems[problem] ?? humanize(problem)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
