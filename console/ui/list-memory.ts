/**
 * The columns and views that a staff member chose for a list. They stay in this browser, by staff
 * member: see DECISIONS.md. A view never keeps what may name a customer.
 */
import * as z from "zod/mini";
import { recall, remember } from "../client/browser-memory.ts";
import { me } from "../session/session.ts";

/** Filters that a view leaves out, because they may name a customer, and the page number. */
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

/** What is remembered of a list. */
export type ListMemory = z.infer<typeof memory>;
/** A named set of filters, order and columns. */
export type ListView = ListMemory["views"][number];

/** Most views of one list. */
export const mostViews = 20;

/** Nothing is remembered. */
export const emptyMemory: ListMemory = { columns: {}, views: [] };

/** Reads what is remembered; undefined if the browser has nothing, or something else. */
export function readMemory(list: string): ListMemory | undefined {
  try {
    return memory.safeParse(JSON.parse(recall(keyOf(list)) ?? "null")).data;
  } catch {
    return undefined;
  }
}

/** Remembers a list's columns and views. */
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
