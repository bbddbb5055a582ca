import { type Html, html } from "../http/page.ts";
import { processors } from "../processors/processor-profile.ts";
import { statementFaults } from "./bank-statement.ts";
import { reportFaults } from "./report-faults.ts";
import { defaultFormat, type SettlementFiles } from "./settlement-routes.ts";
import { reportFormats } from "./write-report.ts";
import { statementFormats } from "./write-statement.ts";

export function settlementSection(files: SettlementFiles): Html {
  const forms = [
    ...processors.map((processor) =>
      downloads({
        title: `Settlement files of ${processor.name}`,
        id: processor.name,
        days: files.reportDays(processor),
        action: `/admin/settlement-files/${processor.name}`,
        formats: reportFormats,
        defaultFormat: defaultFormat[processor.name],
        faults: reportFaults,
      }),
    ),
    downloads({
      title: "Bank statements",
      id: "statements",
      days: files.statementDays(),
      action: "/admin/bank-statements",
      formats: statementFormats,
      defaultFormat: "bai2",
      faults: statementFaults,
    }),
  ];
  return html`${forms}`;
}

interface Downloads {
  title: string;
  id: string;
  /** Banking days, oldest first. */
  days: readonly string[];
  action: string;
  formats: Readonly<Record<string, string>>;
  defaultFormat: string;
  faults: Readonly<Record<string, string>>;
}

function downloads({ title, id, days, action, formats, defaultFormat, faults }: Downloads): Html {
  const options = (known: Readonly<Record<string, string>>, chosen: string) =>
    Object.entries(known).map(([value, text]) =>
      value === chosen
        ? html`<option value="${value}" selected>${text}</option>`
        : html`<option value="${value}">${text}</option>`,
    );
  const newest = Object.fromEntries(days.toReversed().map((date) => [date, date]));
  const form = html`<form class="download" method="get" action="${action}" data-testid="${id}">
<label>Banking day <select name="date">${options(newest, days.at(-1) ?? "")}</select></label>
<label>Format <select name="format">${options(formats, defaultFormat)}</select></label>
<label>Fault <select name="fault"><option value="">None</option>${options(faults, "")}</select></label>
<button>Download</button>
</form>`;
  return html`<section aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
${days.length === 0 ? html`<p>A file is ready when its banking day has ended. Make a payment, then go to the next day.</p>` : form}
</section>`;
}
