import { brandName } from "../../../widgets/fields/brand-name.ts";
import { countryName } from "../../../widgets/fields/country-names.ts";
import { language } from "../../i18n/current-texts.ts";
import { listTexts } from "../../i18n/list-texts.ts";
import { setQuery } from "../../router/place.ts";
import { chosenFilters } from "../../ui/filters.tsx";
import { Glyph } from "../../ui/glyph.tsx";
import { humanize } from "../../ui/status-badge.tsx";
import { reasonText } from "./method-text.ts";

/** Filters of contract/console/payment-list.ts that only the figures of the home page set. */
export const figureFilters = [
  "currency",
  "outcome",
  "first",
  "deciding",
  "brand",
  "country",
  "reason",
  "threeDS",
] as const;

/** The active filters, each with a button that removes it. */
export function FigureFilters() {
  const { figures } = listTexts.value;
  const { currency, outcome, first, deciding, brand, country, reason, threeDS } =
    chosenFilters(figureFilters);
  const known = (value: string, text: string) => (value === "none" ? figures.none : text);
  const active = [
    ...(currency ? [{ names: ["currency"], text: figures.currency(currency) }] : []),
    ...(outcome
      ? [{ names: ["outcome"], text: figures.outcomes[outcome] ?? humanize(outcome) }]
      : []),
    ...(first ? [{ names: ["first"], text: figures.firsts[first] ?? humanize(first) }] : []),
    ...(deciding
      ? [{ names: ["deciding"], text: figures.deciding[deciding] ?? humanize(deciding) }]
      : []),
    ...(brand ? [{ names: ["brand"], text: figures.brand(known(brand, brandName(brand))) }] : []),
    ...(country
      ? [
          {
            names: ["country"],
            text: figures.country(known(country, countryName(country, language.value))),
          },
        ]
      : []),
    ...(reason ? [{ names: ["reason"], text: figures.reason(reasonText(reason)) }] : []),
    ...(threeDS
      ? [{ names: ["threeDS"], text: figures.threeDS[threeDS] ?? humanize(threeDS) }]
      : []),
  ];
  if (active.length === 0) return null;
  return (
    <ul class="active-filters" aria-label={figures.label} data-testid="active-filters">
      {active.map(({ names, text }) => (
        <li key={names.join()}>
          <button
            type="button"
            class="active-filter"
            aria-label={figures.remove(text)}
            onClick={() => setQuery(Object.fromEntries(names.map((name) => [name, undefined])))}
          >
            {text}
            <Glyph name="close" sizePx={12} />
          </button>
        </li>
      ))}
    </ul>
  );
}
