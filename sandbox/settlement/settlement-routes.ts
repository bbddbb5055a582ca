import { addBankingDays } from "#contract/banking-calendar";
import { json, problem, type SandboxResponse } from "../http/response.ts";
import type { Exchange, Route } from "../http/router.ts";
import { type ProcessorProfile, processors } from "../processors/processor-profile.ts";
import type { ReceivingBank } from "../receiving-bank/receiving-bank.ts";
import type { SandboxDeps } from "../sandbox-deps.ts";
import {
  type AccountEvents,
  accountCurrencies,
  dayOf,
  type StatementFault,
  statementFaults,
  statementOf,
} from "./bank-statement.ts";
import { type Batch, batchesOf } from "./batches.ts";
import { type Books, movementsOf } from "./movements.ts";
import { type ReportFault, reportFaults, withFault } from "./report-faults.ts";
import { type ReportFormat, reportFormats, writeReport } from "./write-report.ts";
import { type StatementFormat, statementFormats, writeStatements } from "./write-statement.ts";

export interface SettlementParts extends Books {
  deps: Pick<SandboxDeps, "now">;
  bank: Pick<ReceivingBank, "files">;
}

/** Each processor's own format; the others are available on request. */
export const defaultFormat: Readonly<Record<ProcessorProfile["name"], ReportFormat>> = {
  northbank: "csv",
  quayside: "adyen",
};
const lateByDays = 3;

export interface SettlementFiles {
  reportDays(processor: ProcessorProfile): string[];
  statementDays(): string[];
}

export function settlementFiles(parts: SettlementParts): SettlementFiles & {
  batches(processor: ProcessorProfile): Batch[];
  events(): AccountEvents;
} {
  const { deps, bank } = parts;
  const batches = (processor: ProcessorProfile) => {
    const nowMs = deps.now();
    return batchesOf(processor, movementsOf(processor.name, parts, nowMs), dayOf(nowMs));
  };
  const events = () => ({ batches: processors.flatMap(batches), files: bank.files });
  return {
    batches,
    events,
    reportDays: (processor) => [...new Set(batches(processor).map(({ date }) => date))],
    statementDays() {
      const today = dayOf(deps.now());
      const { batches: all, files } = events();
      const dates = [
        ...all.map(({ date }) => date),
        ...files.map(({ created }) => `20${created.replace(/(..)(..)(..)/, "$1-$2-$3")}`),
      ].sort();
      const days: string[] = [];
      for (let day = addBankingDays(dates[0] ?? today, 0); day < today; ) {
        days.push(day);
        day = addBankingDays(day, 1);
      }
      return days;
    },
  };
}

/**
 * Processors' reports and bank statements, from the sandbox's own books:
 * - `GET /admin/settlement-files` what can be downloaded
 * - `GET /admin/settlement-files/:processor/:date?format=&fault=` the report of a banking day
 * - `GET /admin/bank-statements/:date?format=&fault=` the bank's statement of a banking day
 *
 * The page sends the day as `?date=`. A file is ready when its day has ended in New York. The same request has the same
 * response, so that a file can be downloaded again. Faults change only the response.
 */
export function settlementRoutes(parts: SettlementParts): Route[] {
  const files = settlementFiles(parts);
  const today = () => dayOf(parts.deps.now());

  function report({ params, url }: Exchange): SandboxResponse {
    const processor = processors.find(({ name }) => name === params["processor"]);
    if (!processor) return problem(404, "not_found", "There is no such processor.");
    const format = choice(reportFormats, url, "format", defaultFormat[processor.name]);
    const fault = choice(reportFaults, url, "fault", undefined);
    if (format === null || fault === null) return badChoice();
    const date = params["date"] ?? url.searchParams.get("date") ?? "";
    if (isNotReady(date, fault)) return notReady();
    const batches = files.batches(processor).filter((batch) => batch.date === date);
    if (batches.length === 0) return problem(404, "file_not_found", "That day has no report.");
    // The fault is in the currency with the most charges.
    const chargesOf = ({ rows }: Batch) => rows.filter((row) => row.row_type === "charge").length;
    const most = Math.max(...batches.map(chargesOf));
    const at = batches.findIndex((batch) => chargesOf(batch) === most);
    const all = batches.map((batch, index) =>
      withFault(batch, index === at ? (fault as ReportFault | undefined) : undefined),
    );
    return download(writeReport(format as ReportFormat, all), `${processor.name}-${date}.csv`);
  }

  function statement({ params, url }: Exchange): SandboxResponse {
    const format = choice(statementFormats, url, "format", "bai2");
    const fault = choice(statementFaults, url, "fault", undefined);
    if (format === null || fault === null) return badChoice();
    const date = params["date"] ?? url.searchParams.get("date") ?? "";
    if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || isNotReady(date, fault)) return notReady();
    if (!files.statementDays().includes(date))
      return problem(404, "file_not_found", "That day has no statement.");
    const events = files.events();
    const statements = accountCurrencies(events).map((currency) =>
      statementOf(events, currency, date, fault as StatementFault | undefined),
    );
    const isBroken = fault === "broken_control_total";
    const text = writeStatements(format as StatementFormat, statements, isBroken);
    const ending = { bai2: "bai", mt940: "sta", camt053: "xml" }[format as StatementFormat];
    return download(text, `statement-${date}.${ending}`);
  }

  function isNotReady(date: string, fault: string | undefined): boolean {
    if (date >= today() || Number.isNaN(Date.parse(date))) return true;
    return fault === "late_file" && addBankingDays(date, lateByDays) >= today();
  }

  return [
    [
      "GET /admin/settlement-files",
      () => {
        const reports = processors.flatMap((processor) =>
          files.reportDays(processor).map((date) => ({
            processor: processor.name,
            date,
            format: defaultFormat[processor.name],
            path: `/admin/settlement-files/${processor.name}/${date}`,
          })),
        );
        const statements = files
          .statementDays()
          .map((date) => ({ date, format: "bai2", path: `/admin/bank-statements/${date}` }));
        return json(200, { reports, statements });
      },
    ],
    ["GET /admin/settlement-files/:processor/:date", report],
    ["GET /admin/settlement-files/:processor", report],
    ["GET /admin/bank-statements/:date", statement],
    ["GET /admin/bank-statements", statement],
  ];
}

/** The chosen value of a query; `otherwise` if there is none, null if it is unknown. */
function choice<Otherwise>(
  known: Readonly<Record<string, string>>,
  url: URL,
  name: string,
  otherwise: Otherwise,
): string | Otherwise | null {
  const wanted = url.searchParams.get(name);
  if (wanted === null || wanted === "") return otherwise;
  return Object.hasOwn(known, wanted) ? wanted : null;
}

function download(body: string, name: string): SandboxResponse {
  return {
    kind: "response",
    status: 200,
    headers: {
      "content-type": "text/plain; charset=utf-8",
      "content-disposition": `attachment; filename="${name}"`,
      "cache-control": "no-store",
    },
    body,
  };
}

function badChoice(): SandboxResponse {
  return problem(400, "invalid_request", "This format or fault does not exist.");
}

function notReady(): SandboxResponse {
  return problem(404, "file_not_ready", "The file is not ready yet.");
}
