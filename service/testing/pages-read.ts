import { CompiledQuery } from "kysely";
import { Client } from "pg";
import { vi } from "vitest";
import type { Database } from "../platform/database/database.ts";

/**
 * Counts the pages that the reading statements of `work` touch, with `explain (analyze, buffers)` afterwards. Nothing
 * else may use a store of this process in the meantime.
 */
export async function pagesRead(
  { kysely }: Database,
  work: () => Promise<unknown>,
): Promise<number> {
  const spy = vi.spyOn(Client.prototype, "query");
  let calls: readonly unknown[][];
  try {
    await work();
    calls = [...spy.mock.calls];
  } finally {
    spy.mockRestore();
  }
  let pages = 0;
  let statements = 0;
  for (const [query, given] of calls) {
    const { text, values = given } = (typeof query === "string" ? { text: query } : query) as {
      text: string;
      values?: unknown;
    };
    if (!/^\s*select\b/i.test(text)) continue;
    const { rows } = await kysely.executeQuery<{ "QUERY PLAN": { Plan: Pages }[] }>(
      CompiledQuery.raw(`explain (analyze, buffers, format json) ${text}`, values as unknown[]),
    );
    const plan = rows[0]?.["QUERY PLAN"][0]?.Plan;
    pages += (plan?.["Shared Hit Blocks"] ?? 0) + (plan?.["Shared Read Blocks"] ?? 0);
    statements += 1;
  }
  if (statements === 0) throw new Error("no statement was read");
  return pages;
}

/** Page counts in the output of `explain`. */
interface Pages {
  "Shared Hit Blocks": number;
  "Shared Read Blocks": number;
}
