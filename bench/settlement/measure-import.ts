/**
 * Imports reports of two sizes on PostgreSQL, from the upload to the last matched row, and compares the service's
 * memory: it must not grow with the number of rows.
 *
 * Each import runs in a fresh process, after a small one: code that runs for the first time needs extra memory.
 */
import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { createDatabase } from "../../e2e/stack/fresh-database.ts";
import { type Stack, startStack } from "../../e2e/stack/start-stack.ts";
import { fillCharges } from "./fill-charges.ts";
import { type ChargeRange, generateReport, type ReportFormat } from "./generate-reports.ts";

/** The two report sizes, in rows, and the formats to compare. */
export interface ImportBenchOptions {
  readonly few: number;
  readonly many: number;
  readonly formats: readonly ReportFormat[];
}

/** One import. Memory is resident, in MB. */
export interface ImportFigures {
  readonly format: ReportFormat;
  readonly rows: number;
  readonly uploadSeconds: number;
  readonly seconds: number;
  readonly startMb: number;
  readonly peakMb: number;
  readonly matched: number;
  /** The number of different values of `rowsDone` seen by polling twice a second. */
  readonly progressSeen: number;
}

const processor = "northbank";
const warmUpRows = 10_000;
const sampleMs = 100;
const pollMs = 500;

/** Measures each format in a new database on this server. */
export async function measureImport(
  serverUrl: string,
  { few, many, formats }: ImportBenchOptions,
  log: (line: string) => void,
): Promise<ImportFigures[]> {
  const figures: ImportFigures[] = [];
  for (const format of formats) {
    const database = await createDatabase(serverUrl);
    const stack = await startStack({
      shop: false,
      store: database.url,
      env: { LOG_LEVEL: "warn", RATE_LIMIT_SECRET_KEY: "1000000/1000000" },
    });
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      const { operatorId } = stack.operator;
      const count = 2 * warmUpRows + few + many;
      await fillCharges(client, { operatorId, processor, count });
      log(`import: ${count} charges written`);
      let from = 1;
      for (const rows of [few, many]) {
        await stack.service().stop();
        await stack.startService();
        await importReport(stack, format, { from, count: warmUpRows });
        from += warmUpRows;
        const measured = await importReport(stack, format, { from, count: rows });
        from += rows;
        figures.push(measured);
        const { seconds, peakMb } = measured;
        log(
          `import: ${rows} rows of ${format} in ${seconds.toFixed(0)} s, at most ${peakMb.toFixed(0)} MB`,
        );
      }
    } finally {
      await client.end();
      await stack.stop();
      await database.drop();
    }
  }
  return figures;
}

interface FileState {
  readonly settlementFileId: string;
  readonly state: string;
  readonly rowCount: number;
  readonly rowsDone: number;
  readonly matchedCount: number;
}

async function importReport(
  stack: Stack,
  format: ReportFormat,
  range: ChargeRange,
): Promise<ImportFigures> {
  const startMb = residentMb(stack);
  let peakMb = startMb;
  const sampler = setInterval(() => {
    peakMb = Math.max(peakMb, residentMb(stack));
  }, sampleMs);
  try {
    const beganMs = performance.now();
    let file = await upload(stack, format, range);
    const uploadedMs = performance.now();
    const seen = new Set<number>();
    while (file.state === "pending" || file.state === "processing") {
      await pause(pollMs);
      file = await call(stack, `/v1/settlement-files/${file.settlementFileId}`);
      seen.add(file.rowsDone);
    }
    if (file.state !== "processed") throw new Error(`the import ended as ${file.state}`);
    return {
      format,
      rows: range.count,
      uploadSeconds: (uploadedMs - beganMs) / 1000,
      seconds: (performance.now() - beganMs) / 1000,
      startMb,
      peakMb,
      matched: file.matchedCount,
      progressSeen: seen.size,
    };
  } finally {
    clearInterval(sampler);
  }
}

function upload(stack: Stack, format: ReportFormat, range: ChargeRange): Promise<FileState> {
  const encoder = new TextEncoder();
  const pieces = generateReport(format, range);
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const { value, done } = pieces.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
  });
  return call(stack, `/v1/settlement-files?processor=${processor}&format=${format}`, {
    method: "POST",
    headers: { "content-type": "text/csv" },
    body,
    duplex: "half",
  } as RequestInit);
}

async function call(stack: Stack, path: string, init: RequestInit = {}): Promise<FileState> {
  const response = await fetch(`${stack.serviceUrl}${path}`, {
    ...init,
    headers: { ...init.headers, authorization: `Bearer ${stack.operator.secretKey}` },
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as FileState;
}

/** The service's resident memory, as Linux reports it. */
function residentMb(stack: Stack): number {
  const status = readFileSync(`/proc/${stack.service().pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? Number.NaN) / 1024;
}
