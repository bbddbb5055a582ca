/**
 * Reconciliation: processors' reports and bank statements against our records.
 *
 *   GET  /console/api/reconciliation/days?to=                → dayStrip (reconciliation.read)
 *   GET  /console/api/reconciliation/files?page=             → list of settlementFile (reconciliation.read)
 *   POST /console/api/reconciliation/files?processor=&name=  the file's bytes → settlementFile (reconciliation.work)
 *   GET  /console/api/reconciliation/batches?…               → list of batchSummary (reconciliation.read)
 *   GET  /console/api/reconciliation/batches/{id}            → batchPage (reconciliation.read)
 *   GET  /console/api/reconciliation/batches/{id}/lines?…    → list of batchLine (reconciliation.read)
 *   GET  /console/api/reconciliation/breaks?…                → list of breakSummary (reconciliation.read)
 *   GET  /console/api/reconciliation/breaks/{id}             → breakPage (reconciliation.read)
 *   POST /console/api/reconciliation/breaks/{id}             breakAction → breakPage (reconciliation.work); 409
 *        `conflicting_state` if the break changed or does not allow the action
 *   GET  /console/api/reconciliation/exports/{list}?…        CSV of a list (reconciliation.read)
 */
import * as z from "zod/mini";
import {
  breakClasses,
  breakResolutions,
  breakStates,
  settlementBreak,
  settlementFile,
} from "../api/settlement-files.ts";
import { amountSorts, listOf, pageQuery, timeSorts } from "../lists.ts";

/** `green`: all matched and paid; `amber`: waiting; `red`: open breaks. */
export const dayColours = ["green", "amber", "red"] as const;

/** Open breaks by currency, in major units. */
const sums = z.array(z.object({ currency: z.string(), amount: z.number() }));

export const sourceDay = z.object({
  date: z.string(),
  source: z.string(),
  colour: z.enum(dayColours),
  batchCount: z.number(),
  matchedCount: z.number(),
  openCount: z.number(),
  openSums: sums,
  /** Whether a payout has no bank entry yet. */
  isUnpaid: z.boolean(),
  /** Whether an import is running. */
  isRunning: z.boolean(),
});
export type SourceDay = z.infer<typeof sourceDay>;

/** The 14 days until `to` (default: today). */
export const dayQuery = z.object({
  to: z.optional(z.iso.date()),
});

export const dayStrip = z.object({
  days: z.array(z.string()),
  sources: z.array(
    z.object({ source: z.string(), kind: z.string(), label: z.string(), shown: z.string() }),
  ),
  data: z.array(sourceDay),
});
export type DayStrip = z.infer<typeof dayStrip>;

export const batchSummary = z.object({
  settlementBatchId: z.string(),
  settlementFileId: z.string(),
  source: z.string(),
  kind: z.string(),
  batchKey: z.string(),
  currency: z.string(),
  gross: z.number(),
  fees: z.number(),
  net: z.number(),
  valueDate: z.string(),
  rowCount: z.number(),
  openCount: z.number(),
  isComplete: z.boolean(),
  isPaid: z.boolean(),
});
export type BatchSummary = z.infer<typeof batchSummary>;
export const batchList = listOf(batchSummary);

export const batchQuery = z.extend(pageQuery, {
  source: z.optional(z.string().check(z.maxLength(128))),
  date: z.optional(z.iso.date()),
  file: z.optional(z.string().check(z.maxLength(64))),
  /** Sorts by value date or net amount. */
  sort: z.optional(z.enum(amountSorts)),
});

export const bankEntry = z.object({
  settlementBatchId: z.string(),
  rowNo: z.number(),
  source: z.string(),
  amount: z.number(),
  currency: z.string(),
  valueDate: z.nullable(z.string()),
  text: z.string(),
});
export type BankEntryShown = z.infer<typeof bankEntry>;

export const batchPage = z.object({
  batch: batchSummary,
  payoutReference: z.string(),
  opening: z.nullable(z.number()),
  closing: z.nullable(z.number()),
  byType: z.array(
    z.object({ type: z.string(), count: z.number(), gross: z.number(), net: z.number() }),
  ),
  byFee: z.array(z.object({ kind: z.string(), amount: z.number() })),
  bankEntry: z.nullable(bankEntry),
});
export type BatchPage = z.infer<typeof batchPage>;

export const batchLine = z.object({
  rowNo: z.number(),
  lineNo: z.number(),
  type: z.string(),
  processorReference: z.string(),
  merchantReference: z.string(),
  currency: z.string(),
  gross: z.number(),
  fee: z.number(),
  net: z.number(),
  occurredAt: z.nullable(z.string()),
  state: z.string(),
  matched: z.nullable(z.object({ type: z.string(), id: z.string() })),
  /** The bank entry's text. */
  text: z.string(),
});
export type BatchLine = z.infer<typeof batchLine>;
export const lineList = listOf(batchLine);

export const lineQuery = z.extend(pageQuery, {
  state: z.optional(z.enum(["matched", "noted", "open"])),
});

/** Ages of breaks, in days. */
export const breakAges = ["0-1", "2-3", "4-7", "8-30", "31+"] as const;
export type BreakAge = (typeof breakAges)[number];

export const breakSummary = z.extend(settlementBreak, {
  age: z.enum(breakAges),
  ageDays: z.number(),
  owner: z.nullable(z.object({ staffId: z.string(), name: z.string() })),
  /** Whether the break waits for a second person. */
  isProposed: z.boolean(),
  version: z.number(),
});
export type BreakSummary = z.infer<typeof breakSummary>;
export const breakList = listOf(breakSummary);

/** Query of the breaks. Without `state` it returns open breaks, without `sort` oldest first. */
export const breakQuery = z.extend(pageQuery, {
  state: z.optional(z.enum([...breakStates, "closed"])),
  class: z.optional(z.enum(breakClasses)),
  source: z.optional(z.string().check(z.maxLength(128))),
  owner: z.optional(z.enum(["me", "nobody"])),
  age: z.optional(z.enum(breakAges)),
  sort: z.optional(z.enum(amountSorts)),
});

export const comparedField = z.object({
  name: z.string(),
  ours: z.nullable(z.union([z.string(), z.number()])),
  theirs: z.nullable(z.union([z.string(), z.number()])),
  differs: z.boolean(),
});
export type ComparedField = z.infer<typeof comparedField>;

export const breakNote = z.object({
  at: z.string(),
  by: z.string(),
  action: z.string(),
  text: z.nullable(z.string()),
});

/** With `confirm` and `reject` a second person decides about a proposal. */
export const breakActions = [
  "assign",
  "explain",
  "ask",
  "link",
  "resolve",
  "split",
  "write_off",
  "confirm",
  "reject",
  "reopen",
  "look_up",
] as const;
export type BreakActionName = (typeof breakActions)[number];

/** Resolutions of a part of a split break. */
export const splitResolutionNames = [
  "processor_correction",
  "fee",
  "reserve",
  "outside",
  "write_off",
] as const;
export type SplitResolution = (typeof splitResolutionNames)[number];

export const maxParts = 8;

/** Closing a break above this amount, in minor units of any currency, needs a second person. */
export const secondPersonAboveMinor = 10_000;

/** `amount` is in major units and positive. */
export const breakPart = z.strictObject({
  resolution: z.enum(splitResolutionNames),
  amount: z.number(),
});
export type BreakPartShown = z.infer<typeof breakPart>;

export const breakPage = z.object({
  summary: breakSummary,
  fields: z.array(comparedField),
  notes: z.array(breakNote),
  batch: z.nullable(batchSummary),
  bankEntry: z.nullable(bankEntry),
  /** The payment intent of our record, for its page. */
  paymentIntentId: z.nullable(z.string()),
  /** Payouts that add up to the bank entry. Never linked automatically. */
  suggestions: z.array(z.array(batchSummary)),
  actions: z.array(z.enum(breakActions)),
  /** What `resolve` can name. */
  resolutions: z.array(z.enum(breakResolutions)),
  /** What the parts can be if it is split. */
  splitResolutions: z.array(z.enum(splitResolutionNames)),
  /** The parts; empty if it was not split. */
  parts: z.array(breakPart),
  proposal: z.nullable(
    z.object({
      action: z.string(),
      resolution: z.nullable(z.enum(breakResolutions)),
      parts: z.array(breakPart),
      by: z.string(),
      isOwn: z.boolean(),
    }),
  ),
});
export type BreakPage = z.infer<typeof breakPage>;

const text = z.string().check(z.trim(), z.minLength(1), z.maxLength(1000));

/** `version` is what the person saw. */
export const breakAction = z.discriminatedUnion("action", [
  z.strictObject({
    action: z.literal("assign"),
    version: z.int(),
    owner: z.enum(["me", "nobody"]),
  }),
  z.strictObject({ action: z.literal("explain"), version: z.int(), text }),
  z.strictObject({ action: z.literal("ask"), version: z.int(), text }),
  z.strictObject({
    action: z.literal("link"),
    version: z.int(),
    text,
    /** A payment, refund or batch; several batches for one bank entry. */
    ids: z.array(z.string().check(z.maxLength(64))).check(z.minLength(1), z.maxLength(12)),
  }),
  z.strictObject({
    action: z.literal("resolve"),
    version: z.int(),
    /** Decides where the money is booked. */
    resolution: z.enum(breakResolutions),
    text,
  }),
  z.strictObject({
    action: z.literal("split"),
    version: z.int(),
    /** The parts must add up to the break's amount. */
    parts: z.array(breakPart).check(z.minLength(2), z.maxLength(maxParts)),
    text,
  }),
  z.strictObject({ action: z.literal("write_off"), version: z.int(), text }),
  z.strictObject({ action: z.literal("confirm"), version: z.int() }),
  z.strictObject({ action: z.literal("reject"), version: z.int(), text }),
  z.strictObject({ action: z.literal("reopen"), version: z.int(), text }),
  z.strictObject({ action: z.literal("look_up"), version: z.int() }),
]);
export type BreakAction = z.infer<typeof breakAction>;

export const fileQuery = z.extend(pageQuery, { sort: z.optional(z.enum(timeSorts)) });

export const settlementFileList = listOf(settlementFile);
