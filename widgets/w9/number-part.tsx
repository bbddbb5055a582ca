import type { FieldReading } from "../fields/field-reading.ts";
import { TaxIdField } from "../fields/tax-id/tax-id-field.tsx";
import type { W9Texts } from "../i18n/w9-texts.ts";
import { Notice } from "../ui/notice.tsx";
import { RadioGroup } from "../ui/radio-group.tsx";
import { boxIn, linesOf, type W9Values, yesNo } from "./w9-values.ts";

interface NumberPartProps {
  readonly values: W9Values;
  readonly texts: W9Texts;
  readonly showsErrors: boolean;
  readonly isRefused: boolean;
  readonly onChange: (change: Partial<W9Values>) => void;
  readonly onTin: (reading: FieldReading<string>) => void;
}

/** Part I, and the answer that decides whether item 2 of Part II is crossed out. */
export function NumberPart(props: NumberPartProps) {
  const { values, texts, showsErrors, isRefused, onChange, onTin } = props;
  const box = boxIn(values);
  const { tinBoxes } = linesOf(values);
  const { withholding } = texts;
  return (
    <>
      {tinBoxes.length > 1 && (
        <RadioGroup
          name="tinBox"
          legend={texts.tin.boxLegend}
          look="row"
          chosen={box}
          onChoose={(tinBox) => onChange({ tinBox })}
          options={tinBoxes.map((value) => ({ value, label: texts.tin.boxes[value] }))}
        />
      )}
      <TaxIdField
        name="tin"
        texts={texts}
        isSubmitted={showsErrors}
        box={box}
        refused={isRefused ? texts.refusals["tin_invalid"] : undefined}
        onReading={onTin}
      />
      <section class="w9-part">
        <RadioGroup
          name="backupWithholding"
          legend={withholding.legend}
          look="row"
          chosen={yesNo(values.backupWithholding)}
          error={showsErrors && values.backupWithholding === null ? withholding.empty : undefined}
          onChoose={(answer) => onChange({ backupWithholding: answer === "yes" })}
          options={[
            { value: "no", label: withholding.no },
            { value: "yes", label: withholding.yes },
          ]}
        />
        <p class="field-hint">{withholding.hint}</p>
        {values.backupWithholding === true && (
          <Notice
            testId="w9-withholding"
            tone="warning"
            title={withholding.consequence}
            lines={[]}
          />
        )}
      </section>
    </>
  );
}
