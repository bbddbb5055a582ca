/**
 * `npm run bench -- frames|service|ledger|home|settlement|documents|all [--rounds 9] [--quick] [--write]`
 *
 * Prints the results; `--write` stores them in bench/README.md. It is not a test: on a busy machine the times grow
 * although nothing is wrong. Frame and service results are ratios of two measurements in one run.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { repository } from "../e2e/stack/repository.ts";
import { documentTable } from "./documents/document-table.ts";
import { measureDocuments } from "./documents/measure-documents.ts";
import { compareFrames } from "./frames/compare-frames.ts";
import { frameTable } from "./frames/frame-table.ts";
import { homeTable } from "./home/home-table.ts";
import { type HomeBenchOptions, measureHome } from "./home/measure-home.ts";
import { compareLedger, ledgerTable } from "./service/compare-ledger.ts";
import { compareService, type ServiceBenchOptions } from "./service/compare-service.ts";
import { serviceTables } from "./service/service-tables.ts";
import { reportFormats } from "./settlement/generate-reports.ts";
import { importTable } from "./settlement/import-table.ts";
import { measureImport } from "./settlement/measure-import.ts";

const args = process.argv.slice(2);
const what = args.find((arg) => !arg.startsWith("--") && Number.isNaN(Number(arg))) ?? "all";
const rounds = Number(args[args.indexOf("--rounds") + 1]) || (args.includes("--quick") ? 3 : 9);
const readme = join(repository, "bench", "README.md");

if (!["frames", "service", "ledger", "home", "settlement", "documents", "all"].includes(what)) {
  process.stderr.write(
    "npm run bench -- frames|service|ledger|home|settlement|documents|all [--rounds 9] [--quick] [--write]\n",
  );
  process.exit(2);
}
if (what === "frames" || what === "all") {
  const browser = process.env["CHROMIUM_PATH"] ?? "chromium";
  publish("frames", frameTable(await compareFrames(browser, rounds, log)));
}
if (what === "service" || what === "all") {
  const options: ServiceBenchOptions = args.includes("--quick")
    ? { rounds: 2, fewPayments: 1000, manyPayments: 20_000, paymentsBeforeMemory: 500 }
    : { rounds: 5, fewPayments: 1000, manyPayments: 200_000, paymentsBeforeMemory: 10_000 };
  const server = process.env["TESSERA_TEST_DATABASE_URL"];
  const stores = [undefined, ...(server ? [server] : [])];
  const figures = [];
  for (const store of stores) figures.push(await compareService(store, options, log));
  publish("service", serviceTables(figures), `Medians of ${options.rounds} rounds; `);
}

if (what === "home" || what === "all") {
  const options: HomeBenchOptions = args.includes("--quick")
    ? { payments: 20_000, days: 180, busyDay: 5_000, reads: 20, rounds: 2, roundMs: 3_000 }
    : { payments: 1_000_000, days: 180, busyDay: 100_000, reads: 50, rounds, roundMs: 5_000 };
  const server = process.env["TESSERA_TEST_DATABASE_URL"];
  if (server) publish("home", homeTable(await measureHome(server, options, log)));
}

if (what === "settlement" || what === "all") {
  const chosen = reportFormats.filter((format) => args.includes(`--${format}`));
  const sizes = {
    ...(args.includes("--quick")
      ? { few: 10_000, many: 100_000 }
      : { few: 100_000, many: 1_000_000 }),
    formats: chosen.length > 0 ? chosen : reportFormats,
  };
  const server = process.env["TESSERA_TEST_DATABASE_URL"];
  if (server) publish("settlement", importTable(await measureImport(server, sizes, log)), "");
  else log("Imports are measured on PostgreSQL: set TESSERA_TEST_DATABASE_URL.");
}

if (what === "ledger" || what === "all") {
  const server = process.env["TESSERA_TEST_DATABASE_URL"];
  if (server) publish("ledger", ledgerTable(await compareLedger(server, rounds, log)));
  else log("The ledger is measured on PostgreSQL: set TESSERA_TEST_DATABASE_URL.");
}

if (what === "documents" || what === "all") {
  const [licenses, passports] = args.includes("--quick") ? [24, 12] : [333, 334];
  publish(
    "documents",
    documentTable([
      await measureDocuments("drivers_license", licenses, log),
      await measureDocuments("passport", passports, log),
    ]),
    "",
  );
}

function log(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Prints a section's results and, with `--write`, puts them between its markers in the README. */
function publish(section: string, table: string, how = `Medians of ${rounds} rounds; `): void {
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? "unknown processor"}, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`;
  const text = `${table}\n\n${how}${machine}.`;
  process.stdout.write(`\n${text}\n`);
  if (!args.includes("--write")) return;
  const marks = new RegExp(`(<!-- ${section} -->)[\\s\\S]*?(<!-- /${section} -->)`);
  writeFileSync(readme, readFileSync(readme, "utf8").replace(marks, `$1\n${text}\n$2`));
}
