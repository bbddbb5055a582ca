/**
 * Compares the payment widget with the minimum that any embedded form costs: a cross-site frame
 * with one input. One run measures both alternately, with the same probe and a fresh profile for
 * each visit. A busy machine affects both, and the ratio stays.
 */

import { startBrowser } from "../../e2e/stack/devtools-browser.ts";
import { createIntent, createPayer } from "../../e2e/stack/operator-api.ts";
import { type Stack, startStack } from "../../e2e/stack/start-stack.ts";
import { median, middleMean } from "../statistics.ts";
import { serveHostPages } from "./host-pages.ts";
import { type Conditions, type Visit, visit } from "./visit.ts";

/** The conditions that have targets. */
const conditions: { name: string; is: Conditions; keys: string }[] = [
  { name: "full speed", is: { cpuSlowdown: 1 }, keys: "42424242424" },
  { name: "quarter speed", is: { cpuSlowdown: 4 }, keys: "42424242424" },
  {
    name: "50 ms round trip, 10 Mbit/s",
    is: { cpuSlowdown: 1, network: { roundTripMs: 50, megabitsPerSecond: 10 } },
    keys: "",
  },
];

/**
 * Results of one variant under one set of conditions: medians, and for keys the mean of the middle
 * half.
 */
export interface FrameFigures {
  usable: number;
  /** Usable, measured from adding the frame, when the script is already loaded. */
  usableFromMount: number;
  painted: number;
  ready: number;
  pageTask: number;
  pageLongestTask: number;
  /** Keys pressed while the rest of the widget is loading, and after everything has loaded. */
  key: number;
  keyAtRest: number;
}

/** Results of all variants under one set of conditions. */
export interface FrameComparison {
  conditions: string;
  empty: FrameFigures;
  floor: FrameFigures;
  widget: FrameFigures;
  /** The widget with its frame in the page's HTML, loading in parallel with the script. */
  inHtml: FrameFigures;
}

/**
 * Visits the pages alternately and returns the results.
 * @param rounds measured visits of each page under each set of conditions, after one warm-up visit
 */
export async function compareFrames(
  executablePath: string,
  rounds: number,
  log: (line: string) => void,
): Promise<FrameComparison[]> {
  const stack = await startStack({ shop: false });
  const pages = await serveHostPages({ ...stack, publishableKey: stack.operator.publishableKey });
  const browser = await startBrowser(executablePath);
  try {
    const payer = await createPayer(stack);
    const urls = {
      empty: async () => pages.empty,
      floor: async () => pages.floor,
      widget: async () => pages.widget((await createIntent(stack, payer)).clientSecretKey),
      inHtml: async () => pages.inHtml((await createIntent(stack, payer)).clientSecretKey),
    };
    const comparisons: FrameComparison[] = [];
    for (const { name, is, keys } of conditions) {
      const visits: Record<keyof typeof urls, Visit[]> = {
        empty: [],
        floor: [],
        widget: [],
        inHtml: [],
      };
      for (let round = 0; round <= rounds; round++) {
        for (const variant of rotate(["empty", "floor", "widget", "inHtml"] as const, round)) {
          const typed = variant === "empty" ? "" : keys;
          const measured = await visit(browser, await urls[variant](), is, typed);
          if (round > 0) visits[variant].push(measured);
        }
      }
      log(`${name}: ${rounds} rounds done`);
      comparisons.push({
        conditions: name,
        empty: figures(visits.empty),
        floor: figures(visits.floor),
        widget: figures(visits.widget),
        inHtml: figures(visits.inHtml),
      });
    }
    return comparisons;
  } finally {
    await browser.close();
    await pages.close();
    await (stack as Stack).stop();
  }
}

/** Rotates the order each round, so that no variant always follows the same one. */
function rotate<T>(items: readonly T[], by: number): T[] {
  const at = by % items.length;
  return [...items.slice(at), ...items.slice(0, at)];
}

function figures(visits: Visit[]): FrameFigures {
  return {
    usable: median(visits.map(({ usableAfterMs }) => usableAfterMs)),
    usableFromMount: median(
      visits.map(({ usableAfterMs, mountedAfterMs }) => usableAfterMs - mountedAfterMs),
    ),
    painted: median(visits.map(({ paintedAfterMs }) => paintedAfterMs)),
    ready: median(visits.map(({ readyAfterMs }) => readyAfterMs)),
    pageTask: median(visits.map(({ pageTaskMs }) => pageTaskMs)),
    pageLongestTask: Math.max(0, ...visits.map(({ pageLongestTaskMs }) => pageLongestTaskMs)),
    key: middleMean(visits.flatMap(({ keysMs }) => keysMs)),
    keyAtRest: middleMean(visits.flatMap(({ keysAtRestMs }) => keysAtRestMs)),
  };
}
