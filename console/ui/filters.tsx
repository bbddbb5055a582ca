import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { texts } from "../i18n/current-texts.ts";
import { place, setQuery } from "../router/place.ts";
import { Glyph } from "./glyph.tsx";
import { useKeys } from "./keys.tsx";
import { localDay } from "./local-day.ts";

/** A row of filters. All are in the address, and one button clears them. */
export function Filters({
  names,
  children,
}: {
  names: readonly string[];
  children: ComponentChildren;
}) {
  const { filters } = texts.value;
  const isFiltered = names.some((name) => place.value.query.has(name));
  const form = useRef<HTMLFormElement>(null);
  const clear = () => {
    setQuery(Object.fromEntries(names.map((name) => [name, undefined])));
    form.current?.querySelector<HTMLElement>("input, select")?.focus();
  };
  return (
    <search aria-label={filters.label}>
      <form ref={form} class="filters" onSubmit={(event) => event.preventDefault()}>
        {children}
        {isFiltered && (
          <button type="button" class="text-button" onClick={clear} data-testid="clear-filters">
            {filters.clear}
          </button>
        )}
      </form>
    </search>
  );
}

const typingPauseMs = 300;

/** Free text, applied a moment after the last key. */
export function SearchFilter({
  name,
  label,
  placeholder,
}: {
  name: string;
  label: string;
  placeholder?: string;
}) {
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const current = place.value.query.get(name) ?? "";
  const isTyping = useRef(false);
  const apply = () => {
    clearTimeout(timer.current);
    isTyping.current = false;
    const typed = input.current?.value.trim() ?? "";
    if (typed !== (place.peek().query.get(name) ?? "")) setQuery({ [name]: typed });
  };
  useEffect(() => {
    // The back button and "clear" change the input from outside. While the person types, their text counts.
    const element = input.current;
    if (element && !isTyping.current) element.value = current;
  }, [current]);
  useEffect(() => () => clearTimeout(timer.current), []);
  useKeys([{ key: "/", text: texts.value.keys.search, run: () => input.current?.focus() }]);
  return (
    <label class="search">
      <span class="visually-hidden">{label}</span>
      <Glyph name="search" sizePx={16} />
      <input
        ref={input}
        type="search"
        class="input"
        name={name}
        placeholder={placeholder ?? label}
        defaultValue={current}
        autocomplete="off"
        spellcheck={false}
        onInput={() => {
          clearTimeout(timer.current);
          isTyping.current = true;
          timer.current = setTimeout(apply, typingPauseMs);
        }}
        onChange={apply}
        data-testid={`filter-${name}`}
      />
    </label>
  );
}

export function SelectFilter({
  name,
  label,
  all,
  options,
}: {
  name: string;
  label: string;
  /** The text for no filter. Without it one value is always selected, by default the first. */
  all?: string;
  options: readonly { readonly value: string; readonly text: string }[];
}) {
  const chosen =
    place.value.query.get(name) ?? (all === undefined ? (options[0]?.value ?? "") : "");
  return (
    <label class="filter">
      <span class="filter-label">{label}</span>
      <select
        class="input"
        name={name}
        value={chosen}
        onChange={({ currentTarget }) => setQuery({ [name]: currentTarget.value })}
        data-testid={`filter-${name}`}
      >
        {all !== undefined && <option value="">{all}</option>}
        {options.map(({ value, text }) => (
          <option value={value} key={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Filters by an amount in major units. It enters the address once it is valid. */
export function AmountFilter({ name, label }: { name: string; label: string }) {
  return (
    <label class="filter filter-amount">
      <span class="filter-label">{label}</span>
      <input
        type="number"
        inputMode="decimal"
        min="0"
        step="any"
        class="input"
        name={name}
        value={place.value.query.get(name) ?? ""}
        onChange={({ currentTarget }) =>
          currentTarget.validity.valid && setQuery({ [name]: currentTarget.value })
        }
        data-testid={`filter-${name}`}
      />
    </label>
  );
}

/** Rarely used filters, collapsed until someone opens them or one is in use. */
export function MoreFilters({
  names,
  children,
}: {
  names: readonly string[];
  children: ComponentChildren;
}) {
  const isUsed = names.some((name) => place.value.query.has(name));
  const [isOpen, setIsOpen] = useState(isUsed);
  return (
    <details
      class="more more-filters"
      open={isOpen || isUsed}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      data-testid="more-filters"
    >
      <summary>{texts.value.filters.more}</summary>
      <div class="filters">{children}</div>
    </details>
  );
}

/** Filters by a day of the person's calendar. */
export function DateFilter({ name, label }: { name: string; label: string }) {
  return (
    <label class="filter">
      <span class="filter-label">{label}</span>
      <input
        type="date"
        class="input"
        name={name}
        value={shownDay(place.value.query.get(name) ?? "", name === "to" ? -1 : 0)}
        onChange={({ currentTarget }) => setQuery({ [name]: currentTarget.value })}
        data-testid={`filter-${name}`}
      />
    </label>
  );
}

/** A filter's value in the address. */
export function filterOf(name: string): string | undefined {
  return place.value.query.get(name) ?? undefined;
}

/** The filters as the service reads them, with the days of `from` and `to` as times. */
export function chosenFilters<Name extends string>(
  names: readonly Name[],
): Record<Name, string | undefined> {
  const daysLater: Readonly<Record<string, 0 | 1>> = { from: 0, to: 1 };
  const entries = names.map((name) => {
    const days = daysLater[name];
    const value = filterOf(name);
    return [name, days === undefined ? value : dayBoundary(value, days)];
  });
  return Object.fromEntries(entries);
}

/** A link's exact time as the day in the person's calendar that shows it best. Other text is a day already. */
function shownDay(value: string, millisecondsLater: -1 | 0): string {
  return value.includes("T") ? localDay(Date.parse(value) + millisecondsLater) : value;
}

/**
 * The start of a day in the person's time zone, or of the next day, as ISO 8601; undefined without a date. A time stays
 * as it is: links from the home page have times, because their days are the operator's.
 */
export function dayBoundary(date: string | undefined, daysLater: 0 | 1): string | undefined {
  if (date?.includes("T")) return date;
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date ?? "");
  if (!parts) return undefined;
  const [year = 0, month = 1, day = 1] = parts.slice(1).map(Number);
  return new Date(year, month - 1, day + daysLater).toISOString();
}
