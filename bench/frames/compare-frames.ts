/**
 * Compares the widgets with the least that any embedded form needs: a cross-site frame with one input. A run measures
 * them in turn, with the same probe and a fresh profile for each visit. A busy machine slows all of them, so the ratios
 * stay comparable.
 */

import { startBrowser } from "../../e2e/stack/devtools-browser.ts";
import { createKycCustomer, readKycInfo } from "../../e2e/stack/kyc-customers.ts";
import { createIntent, createPayer } from "../../e2e/stack/operator-api.ts";
import { setSettings } from "../../e2e/stack/operator-commands.ts";
import { createPayout, createWinner, noRequirements } from "../../e2e/stack/payout-api.ts";
import { type Stack, startStack } from "../../e2e/stack/start-stack.ts";
import { median, middleMean } from "../statistics.ts";
import { serveHostPages } from "./host-pages.ts";
import { type Conditions, type Rest, type Visit, visit, visitUntilRest } from "./visit.ts";

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

/** The pages: nothing, a bare frame, each widget, and the payment widget with its frame in the page's HTML. */
const variants = ["empty", "floor", "payment", "inHtml", "disbursement", "kyc"] as const;
type Variant = (typeof variants)[number];

/** Frames that show a text input at once. */
const forms: readonly Variant[] = ["floor", "payment", "inHtml"];

/**
 * Medians of one variant under one set of conditions; for keys the mean of the middle half. NaN where a variant has no
 * such measure.
 */
export interface FrameFigures {
  usable: number;
  /** Time from adding the frame until it is usable, when the script is already loaded. */
  usableFromMount: number;
  painted: number;
  ready: number;
  /** Time until the session has loaded. */
  session: number;
  pageTask: number;
  pageLongestTask: number;
  /** Time of a key pressed while the rest of the widget is loading, and after everything has loaded. */
  key: number;
  keyAtRest: number;
  /** Main-thread time, requests and bytes of the page until it has finished loading, without a key press. */
  pageTaskAtRest: number;
  requests: number;
  bytes: number;
}

export type FrameComparison = { conditions: string } & Readonly<Record<Variant, FrameFigures>>;

/**
 * Visits the pages alternately.
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
    await setSettings(stack, noRequirements);
    const payer = await createPayer(stack);
    const winner = await createWinner(stack);
    const customer = await createKycCustomer(stack);
    const intentSecret = async () => (await createIntent(stack, payer)).clientSecretKey;
    const urls: Record<Variant, () => Promise<string>> = {
      empty: async () => pages.empty,
      floor: async () => pages.floor,
      payment: async () => pages.widget("payment", await intentSecret()),
      inHtml: async () => pages.inHtml(await intentSecret()),
      disbursement: async () =>
        pages.widget("disbursement", (await createPayout(stack, winner)).clientSecretKey),
      kyc: async () => pages.widget("kyc", (await readKycInfo(stack, customer)).clientSecret),
    };
    const comparisons: FrameComparison[] = [];
    for (const { name, is, keys } of conditions) {
      const visits = byVariant((): Visit[] => []);
      const rests = byVariant((): Rest[] => []);
      for (let round = 0; round <= rounds; round++) {
        for (const variant of rotate(variants, round)) {
          const form = forms.includes(variant);
          const options = { form, keys: form ? keys : "" };
          const measured = await visit(browser, await urls[variant](), is, options);
          const rest = await visitUntilRest(browser, await urls[variant](), is, stack.pay);
          if (round === 0) continue;
          visits[variant].push(measured);
          rests[variant].push(rest);
        }
      }
      log(`${name}: ${rounds} rounds done`);
      const found = byVariant((variant) => figures(visits[variant], rests[variant]));
      comparisons.push({ conditions: name, ...found });
    }
    return comparisons;
  } finally {
    await browser.close();
    await pages.close();
    await (stack as Stack).stop();
  }
}

function byVariant<T>(make: (variant: Variant) => T): Record<Variant, T> {
  return Object.fromEntries(variants.map((variant) => [variant, make(variant)])) as Record<
    Variant,
    T
  >;
}

/** Rotates the order each round, so that no variant always follows the same one. */
function rotate<T>(items: readonly T[], by: number): T[] {
  const at = by % items.length;
  return [...items.slice(at), ...items.slice(0, at)];
}

function figures(visits: Visit[], rests: Rest[]): FrameFigures {
  const middle = (value: (visit: Visit) => number) => median(visits.map(value));
  return {
    usable: middle(({ usableAfterMs }) => usableAfterMs),
    usableFromMount: middle(({ usableAfterMs, mountedAfterMs }) => usableAfterMs - mountedAfterMs),
    painted: middle(({ paintedAfterMs }) => paintedAfterMs),
    ready: middle(({ readyAfterMs }) => readyAfterMs),
    session: middle(({ sessionAfterMs }) => sessionAfterMs),
    pageTask: middle(({ pageTaskMs }) => pageTaskMs),
    pageLongestTask: Math.max(0, ...visits.map(({ pageLongestTaskMs }) => pageLongestTaskMs)),
    key: middleMean(visits.flatMap(({ keysMs }) => keysMs)),
    keyAtRest: middleMean(visits.flatMap(({ keysAtRestMs }) => keysAtRestMs)),
    pageTaskAtRest: median(rests.map(({ pageTaskMs }) => pageTaskMs)),
    requests: median(rests.map(({ requests }) => requests)),
    bytes: median(rests.map(({ bytes }) => bytes)),
  };
}
