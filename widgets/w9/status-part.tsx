import type { W9Texts } from "../i18n/w9-texts.ts";
import { RadioGroup } from "../ui/radio-group.tsx";
import { Part, UsPersonWords } from "./form-parts.tsx";
import { type W9Values, yesNo } from "./w9-values.ts";

interface StatusPartProps {
  readonly values: W9Values;
  readonly texts: W9Texts;
  readonly showsErrors: boolean;
  readonly onChange: (change: Partial<W9Values>) => void;
}

/** Asks who is paid, and whether this form is theirs. */
export function StatusPart({ values, texts, showsErrors, onChange }: StatusPartProps) {
  return (
    <Part title={texts.who.legend}>
      <div class="w9-who">
        <RadioGroup
          name="who"
          legend={texts.who.legend}
          quietLegend
          look="row"
          chosen={values.who}
          onChoose={(who) => onChange({ who })}
          options={[
            { value: "person", label: texts.who.person, detail: texts.who.personDetail },
            { value: "entity", label: texts.who.entity, detail: texts.who.entityDetail },
          ]}
        />
      </div>
      <RadioGroup
        name="usPerson"
        legend={texts.usPerson.legend}
        look="row"
        chosen={yesNo(values.usPerson)}
        error={showsErrors && values.usPerson === null ? texts.usPerson.empty : undefined}
        onChoose={(answer) => onChange({ usPerson: answer === "yes" })}
        options={[
          { value: "yes", label: texts.usPerson.yes },
          { value: "no", label: texts.usPerson.no },
        ]}
      />
      <UsPersonWords texts={texts} />
    </Part>
  );
}
