import { useState } from "preact/hooks";
import { longestPeriodDays } from "#contract/console/home";
import { Button } from "../../../widgets/ui/button.tsx";
import { homeTexts } from "../../i18n/home-texts.ts";
import { setQuery } from "../../router/place.ts";
import { filterOf } from "../../ui/filters.tsx";

const periods = ["7", "30", "90"] as const;

/** Chooses the period and stores it in the URL: a number of days until today, or two dates. */
export function PeriodPicker({ from, to }: { from: string; to: string }) {
  const { period } = homeTexts.value;
  const isCustom = filterOf("from") !== undefined || filterOf("custom") !== undefined;
  const days = filterOf("days") ?? "30";
  return (
    <div class="period">
      <fieldset class="period-choices">
        <legend class="visually-hidden">{period.label}</legend>
        {periods.map((each) => (
          <label class="period-choice" key={each}>
            <input
              type="radio"
              name="days"
              checked={!isCustom && days === each}
              onChange={() =>
                setQuery({ days: each, from: undefined, to: undefined, custom: undefined })
              }
            />
            <span>{period.days(Number(each))}</span>
          </label>
        ))}
        <label class="period-choice">
          <input
            type="radio"
            name="days"
            checked={isCustom}
            onChange={() => setQuery({ custom: "1" })}
            data-testid="period-custom"
          />
          <span>{period.custom}</span>
        </label>
      </fieldset>
      {isCustom && <CustomPeriod from={filterOf("from") ?? from} to={filterOf("to") ?? to} />}
    </div>
  );
}

/** Shows the chosen days until the person types others, which stay while figures arrive. */
function CustomPeriod({ from, to }: { from: string; to: string }) {
  const { period } = homeTexts.value;
  const [typed, setTyped] = useState<{ first?: string; last?: string }>({});
  const { first = from, last = to } = typed;
  const length = (Date.parse(last) - Date.parse(first)) / 86_400_000 + 1;
  const isValid = length >= 1 && length <= longestPeriodDays;
  return (
    <form
      class="period-custom"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isValid) return;
        setTyped({});
        setQuery({ from: first, to: last, days: undefined, custom: undefined });
      }}
    >
      <label class="filter">
        <span class="filter-label">{period.from}</span>
        <input
          type="date"
          class="input"
          value={first}
          max={last}
          onInput={({ currentTarget }) => setTyped({ ...typed, first: currentTarget.value })}
          data-testid="period-from"
        />
      </label>
      <label class="filter">
        <span class="filter-label">{period.to}</span>
        <input
          type="date"
          class="input"
          value={last}
          min={first}
          onInput={({ currentTarget }) => setTyped({ ...typed, last: currentTarget.value })}
          data-testid="period-to"
        />
      </label>
      <Button quiet type="submit" testId="period-apply">
        {period.apply}
      </Button>
      {!isValid && <p class="muted small">{period.limit(longestPeriodDays)}</p>}
    </form>
  );
}
