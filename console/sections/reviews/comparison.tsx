import type { ReadField, ReviewCase } from "#contract/console/reviews";
import { Icon } from "../../../widgets/ui/icon.tsx";
import { check, cross } from "../../../widgets/ui/outcome-icons.ts";
import { texts } from "../../i18n/current-texts.ts";
import { Facts } from "../../ui/facts.tsx";
import { Glyph, type GlyphName } from "../../ui/glyph.tsx";
import { Panel } from "../../ui/page.tsx";
import { humanize } from "../../ui/status-badge.tsx";
import { tableRoles } from "../../ui/table-roles.ts";
import { dateText } from "../../ui/time-text.tsx";

/** How well a reading agrees with the customer's data; text and color show it too. */
const agreementGlyphs: Readonly<Record<string, GlyphName>> = {
  same: "equal",
  similar: "similar",
  different: "unequal",
};

/** The document's reading beside the customer's data. */
export function Comparison({ reading }: { reading: ReviewCase["reading"] }) {
  const { comparison } = texts.value;
  if (!reading) {
    return (
      <Panel title={comparison.title}>
        <p class="muted">{comparison.notRead}</p>
      </Panel>
    );
  }
  const compared = reading.fields.filter(({ agreement }) => agreement !== "none");
  const others = reading.fields.filter(({ agreement }) => agreement === "none");
  const different = reading.fields.filter(({ agreement }) => agreement === "different").length;
  return (
    <Panel
      title={comparison.title}
      flush
      testId="comparison"
      actions={
        reading.fields.length > 0 && (
          <span class="badge" data-tone={different > 0 ? "bad" : "good"}>
            {comparison.differences(different)}
          </span>
        )
      }
    >
      {compared.length === 0 ? (
        <p class="muted panel-text">
          {others.length === 0 ? comparison.nothingRead : comparison.nothingCompared}
        </p>
      ) : (
        <table class="comparison" {...tableRoles.table}>
          <thead {...tableRoles.rows}>
            <tr {...tableRoles.row}>
              <th scope="col" {...tableRoles.columnHeader}>
                {comparison.field}
              </th>
              <th scope="col" {...tableRoles.columnHeader}>
                {comparison.document}
              </th>
              <th scope="col" {...tableRoles.columnHeader}>
                {comparison.customer}
              </th>
              <th scope="col" {...tableRoles.columnHeader}>
                {comparison.agreement}
              </th>
            </tr>
          </thead>
          <tbody {...tableRoles.rows}>
            {compared.map((field) => (
              <ComparisonRow field={field} key={field.name} />
            ))}
          </tbody>
        </table>
      )}
      {others.length > 0 && (
        <div class="also-read">
          <Facts
            columns={2}
            facts={others.map((field) => ({
              name: fieldName(field.name),
              value: (
                <span class="two-lines" data-testid={`field-${field.name}`}>
                  <span>{dateText(field.value)}</span>
                  <span class="muted small">{notesOf(field).join(" · ")}</span>
                </span>
              ),
            }))}
          />
        </div>
      )}
      {reading.problems.length > 0 && (
        <ul class="problem-list">
          {reading.problems.map(({ code, message }) => (
            <li key={`${code}${message}`}>
              <Icon name="info" />
              <span>{comparison.problems[code] ?? message}</span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function ComparisonRow({ field }: { field: ReadField }) {
  const { comparison } = texts.value;
  const { name, value, claimed, agreement } = field;
  const glyph = agreementGlyphs[agreement];
  return (
    <tr {...tableRoles.row} data-agreement={agreement} data-testid={`field-${name}`}>
      <th scope="row" {...tableRoles.rowHeader}>
        {fieldName(name)}
      </th>
      <td {...tableRoles.cell} data-header={comparison.document}>
        <span class="two-lines">
          <span class="strong">{dateText(value)}</span>
          <span class="muted small">{notesOf(field).join(" · ")}</span>
        </span>
      </td>
      <td {...tableRoles.cell} data-header={comparison.customer}>
        {claimed === null ? <span class="muted">{comparison.notSaid}</span> : dateText(claimed)}
      </td>
      <td {...tableRoles.cell} data-header={comparison.agreement}>
        <span class="agreement" data-agreement={agreement}>
          {glyph && <Glyph name={glyph} sizePx={15} />}
          {comparison.agreements[agreement] ?? humanize(agreement)}
        </span>
      </td>
    </tr>
  );
}

/** An unknown field gets a label made from its name. */
function fieldName(name: string): string {
  const words = name.replace(/([A-Z])/g, " $1").toLowerCase();
  return texts.value.comparison.fields[name] ?? humanize(words);
}

/** The source of a value, and what is unusual about it. */
function notesOf({ source, truncated, checkDigit, onFront }: ReadField): string[] {
  const { comparison } = texts.value;
  return [
    comparison.sources[source] ?? humanize(source),
    ...(truncated ? [comparison.truncated] : []),
    ...(onFront === true ? [comparison.onFront] : []),
    ...(onFront === false ? [comparison.notOnFront] : []),
    ...(checkDigit === false ? [comparison.checkDigitWrong] : []),
  ];
}

/** Sorts failed comparisons first and passed ones last. */
const weightOf = (result: string) => (result === "failed" ? 0 : result === "passed" ? 2 : 1);
const byResult = (a: { result: string }, b: { result: string }) =>
  weightOf(a.result) - weightOf(b.result);

/** The automatic checks and their results. A tick alone says "passed". */
export function Checks({ checks }: { checks: ReviewCase["checks"] }) {
  const { checkList } = texts.value;
  if (checks.length === 0) return null;
  return (
    <Panel title={checkList.title} testId="checks">
      <ul class="check-list">
        {[...checks].sort(byResult).map(({ code, result, message }) => (
          <li data-result={result} key={code}>
            <Icon name={result === "passed" ? check : result === "failed" ? cross : "info"} />
            <span>
              <span class="strong">{checkList.names[code] ?? message}</span>{" "}
              <span class={result === "passed" ? "visually-hidden" : "muted"}>
                {checkList.results[result] ?? humanize(result)}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
