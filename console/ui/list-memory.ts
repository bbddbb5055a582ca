/**
 * The columns and views that a staff member chose for a list, stored in this browser by staff member (DECISIONS.md). A
 * view never keeps what may name a customer.
 */
import * as z from "zod/mini";
import { recall, remember } from "../client/browser-memory.ts";
import { me } from "../session/session.ts";

/** Filters that a view leaves out because they may name a customer, and the page number. */
const unkept: ReadonlySet<string> = new Set([
  "page",
  "search",
  "externalCustomerId",
  "id",
  "resource",
]);

const memory = z.object({
  /** Columns that differ from the default: true shows one, false hides one. */
  columns: z.record(z.string(), z.boolean()),
  views: z.array(
    z.object({
      name: z.string(),
      query: z.record(z.string(), z.string()),
      columns: z.record(z.string(), z.boolean()),
    }),
  ),
});

export type ListMemory = z.infer<typeof memory>;
/** A named set of filters, order and columns. */
export type ListView = ListMemory["views"][number];

/** How many views a list can have. */
export const maxViews = 20;

export const emptyMemory: ListMemory = { columns: {}, views: [] };

/** What the browser stored for a list; undefined if it stored nothing, or something else. */
export function readMemory(list: string): ListMemory | undefined {
  try {
    return memory.safeParse(JSON.parse(recall(keyOf(list)) ?? "null")).data;
  } catch {
    return undefined;
  }
}

export function writeMemory(list: string, remembered: ListMemory): void {
  remember(keyOf(list), JSON.stringify(remembered));
}

/** The part of an address that a view keeps. */
export function queryOfView(query: URLSearchParams): Record<string, string> {
  return Object.fromEntries([...query].filter(([name]) => !unkept.has(name)));
}

function keyOf(list: string): string {
  return `list.${me.value?.staffId ?? ""}.${list}`;
}
