import type { ComponentChildren } from "preact";
import { formatTin } from "#contract/tin";
import { exemptPayeeCodes } from "#contract/w9-form";
import { countryName } from "../fields/country-names.ts";
import type { W9Texts } from "../i18n/w9-texts.ts";
import { stepNames, type W9Answers, type W9StepName } from "./w9-steps.ts";
import { type AddressParts, boxIn, linesOf, nameIn } from "./w9-values.ts";

interface ReviewPartProps extends W9Answers {
  readonly texts: W9Texts;
  readonly onEdit: (step: W9StepName) => void;
}

/** Every answer, with a way back to its step. The customer signs all of it. */
export function ReviewPart({ values, tin, texts, onEdit }: ReviewPartProps) {
  const { classification, llcClassification, exemptPayeeCode } = values;
  const lines = linesOf(values);
  const box = boxIn(values);
  const isPerson = values.who === "person";
  const yesOrNo = (answer: boolean | null) => texts.withholding[answer ? "yes" : "no"];
  const names = stepNames(texts);
  const rows = (step: W9StepName, ...given: readonly (Row | false)[]) =>
    given.map(
      (row, index) =>
        row && (
          <div class="w9-review-row" data-first={index === 0 ? "" : undefined} key={row.label}>
            <dt>{row.label}</dt>
            <dd class="w9-review-value">{row.value}</dd>
            {index === 0 && (
              <dd class="w9-review-edit">
                <button
                  type="button"
                  class="link"
                  data-testid={`w9-edit-${step}`}
                  onClick={() => onEdit(step)}
                >
                  {texts.review.edit}
                  <span class="visually-hidden">{`: ${names[step]}`}</span>
                </button>
              </dd>
            )}
          </div>
        ),
    );
  return (
    <dl class="w9-review" data-testid="w9-review">
      {rows(
        "status",
        { label: texts.who.legend, value: isPerson ? texts.who.person : texts.who.entity },
        { label: texts.usPerson.legend, value: yesOrNo(values.usPerson) },
      )}
      {rows(
        "name",
        {
          label: isPerson ? texts.name.legend : texts.name.entityName,
          value: <Typed>{nameIn(values)}</Typed>,
        },
        values.hasBusinessName &&
          values.businessName.trim() !== "" && {
            label: texts.name.businessName,
            value: <Typed>{values.businessName.trim()}</Typed>,
          },
        !isPerson &&
          classification !== null && {
            label: texts.classification.legend,
            value:
              classification === "other" ? (
                <Typed>{values.otherClassification.trim()}</Typed>
              ) : (
                texts.classification.options[classification]
              ),
          },
        lines.llcClassification &&
          llcClassification !== null && {
            label: texts.classification.llc.legend,
            value: texts.classification.llc.options[llcClassification],
          },
        lines.exemptPayeeCode &&
          exemptPayeeCode !== null && {
            label: texts.exempt.label,
            value: (
              <span lang="en">{`${exemptPayeeCode} – ${exemptPayeeCodes[exemptPayeeCode]}`}</span>
            ),
          },
      )}
      {rows("address", {
        label: texts.address.legend,
        value: addressLines(values.address ?? {}, texts.language).map((line) => (
          <Typed key={line}>{line}</Typed>
        )),
      })}
      {rows(
        "number",
        {
          label: texts.tin.label[box],
          value: (
            <bdi class="w9-number" dir="ltr">
              {formatTin((tin ?? "").replace(/\D/g, ""), box)}
            </bdi>
          ),
        },
        { label: texts.withholding.legend, value: yesOrNo(values.backupWithholding) },
      )}
    </dl>
  );
}

interface Row {
  readonly label: string;
  readonly value: ComponentChildren;
}

/** Typed text in its own writing direction. */
function Typed({ children }: { readonly children: string }) {
  return (
    <span class="w9-typed" dir="auto">
      {children}
    </span>
  );
}

/** The address as on an envelope, with the country only if it is not the US. */
function addressLines(address: AddressParts, language: string): string[] {
  const {
    line1 = "",
    line2 = "",
    city = "",
    state = "",
    postalCode = "",
    country = "US",
  } = address;
  const region = [state, postalCode].filter(Boolean).join(" ");
  return [
    line1,
    line2,
    [city, region].filter(Boolean).join(", "),
    country === "US" ? "" : countryName(country, language),
  ].filter(Boolean);
}
