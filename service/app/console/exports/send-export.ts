import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { exportTotalHeader } from "#contract/console/exports";
import { type CsvCell, toCsv } from "../../../platform/csv.ts";

export interface Export<Item> {
  /** The export's name, such as `payments`. */
  name: string;
  format: "csv" | "ndjson";
  /** The number of all items when the export began, including those that an interrupted run sent. */
  total: number;
  /** Whether the interrupted file has the header row. */
  isContinued: boolean;
  pieces: AsyncIterable<readonly Item[]>;
  columns: readonly string[];
  /** The cells in the columns' order. */
  rowsOf(item: Item): readonly (readonly CsvCell[])[];
  /** The date for the file's name, YYYY-MM-DD. */
  date: string;
}

/**
 * Streams an export. Reads a batch when the browser has received the previous one, so memory holds two at most. If
 * reading fails, cuts the connection: an incomplete file must not look complete.
 */
export function sendExport<Item>(reply: FastifyReply, what: Export<Item>): FastifyReply {
  const { name, format, total, date } = what;
  const type = format === "csv" ? "text/csv; charset=utf-8" : "application/x-ndjson; charset=utf-8";
  return reply
    .type(type)
    .header("content-disposition", `attachment; filename="${name}-${date}.${format}"`)
    .header(exportTotalHeader, String(total))
    .send(Readable.from(textOf(what), { objectMode: false, highWaterMark: 64 * 1024 }));
}

async function* textOf<Item>(what: Export<Item>): AsyncGenerator<string> {
  const { format, isContinued, pieces, columns, rowsOf } = what;
  const csv = (rows: readonly (readonly CsvCell[])[]) => toCsv(rows, { forSpreadsheets: true });
  if (format === "csv" && !isContinued) yield csv([columns]);
  for await (const items of pieces) {
    yield format === "csv"
      ? csv(items.flatMap(rowsOf))
      : items.map((item) => `${JSON.stringify(item)}\n`).join("");
  }
}
