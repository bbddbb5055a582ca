import { useState } from "preact/hooks";
import type { LocationRule } from "#contract/console/settings";
import { countryCodes } from "#contract/regions";
import { namedCountries } from "../../../widgets/fields/country-names.ts";
import { listText } from "../../../widgets/i18n/list-text.ts";
import { Button } from "../../../widgets/ui/button.tsx";
import { language, texts } from "../../i18n/current-texts.ts";
import { SelectField } from "../../ui/form.tsx";
import { Glyph } from "../../ui/glyph.tsx";
import { showToast } from "../../ui/toasts.tsx";
import { summaryOf } from "./location-summary.ts";
import { placeName, usStateNames } from "./place-names.ts";

interface LocationRulesEditorProps {
  readonly rules: readonly LocationRule[];
  readonly isReadOnly: boolean;
  readonly onChange: (rules: LocationRule[]) => void;
}

/** Edits location rules by country and US state. A sentence summarizes their effect. */
export function LocationRulesEditor({ rules, isReadOnly, onChange }: LocationRulesEditorProps) {
  const { locations } = texts.value;
  const [country, setCountry] = useState("US");
  const [state, setState] = useState("");
  const [rule, setRule] = useState<LocationRule["rule"]>("allow");
  const place = country === "US" && state ? `US-${state}` : country;
  const existing = rules.find((known) => known.place === place);
  const name = (each: string) => placeName(each, language.value);

  const add = () => {
    onChange([...rules.filter((known) => known.place !== place), { place, rule }]);
    showToast(locations.saidRule(name(place), rule));
  };
  return (
    <div class="list-editor" data-testid="location-rules" tabIndex={-1}>
      <p class="rule-summary" data-testid="location-summary">
        {sentence(rules)}
      </p>
      {rules.length > 0 && (
        <ul class="plain-list">
          {rules.map((known) => (
            <li class="line" key={known.place}>
              <span class="strong">{name(known.place)}</span>
              <span class="badge" data-tone={known.rule === "allow" ? "good" : "bad"}>
                {known.rule === "allow" ? locations.allowed : locations.denied}
              </span>
              {!isReadOnly && (
                <button
                  type="button"
                  class="icon-button"
                  aria-label={locations.remove(name(known.place))}
                  onClick={() => {
                    onChange(rules.filter((other) => other !== known));
                    showToast(locations.removed(name(known.place)));
                  }}
                >
                  <Glyph name="trash" />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {!isReadOnly && (
        <div class="add-row">
          <SelectField
            name="rule-kind"
            label={locations.rule}
            value={rule}
            onChange={(value) => setRule(value === "deny" ? "deny" : "allow")}
            options={[
              { value: "allow", text: locations.allow },
              { value: "deny", text: locations.deny },
            ]}
          />
          <SelectField
            name="rule-country"
            label={locations.country}
            value={country}
            onChange={(value) => {
              setCountry(value);
              setState("");
            }}
            options={namedCountries(countryCodes, language.value).map((namedCountry) => ({
              value: namedCountry.country,
              text: namedCountry.name,
            }))}
          />
          {country === "US" && (
            <SelectField
              name="rule-state"
              label={locations.state}
              value={state}
              onChange={setState}
              options={[
                { value: "", text: locations.wholeCountry },
                ...Object.entries(usStateNames).map(([value, text]) => ({ value, text })),
              ]}
            />
          )}
          <Button quiet testId="add-rule" onPress={add}>
            {existing ? locations.replaceButton : locations.addButton}
          </Button>
        </div>
      )}
    </div>
  );
}

function sentence(rules: readonly LocationRule[]): string {
  const { locations } = texts.value;
  const { kind, allowed, denied } = summaryOf(rules);
  const list = (places: readonly string[]) =>
    listText(
      places.map((place) => placeName(place, language.value)),
      language.value,
    );
  if (kind === "everywhere") return locations.everywhere;
  if (kind === "only")
    return locations.only(list(allowed), denied.length > 0 ? list(denied) : null);
  return locations.allBut(list(denied), allowed.length > 0 ? list(allowed) : null);
}
