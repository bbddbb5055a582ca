import { setImmediate } from "node:timers/promises";

const mostAtOnce = 1_000;

/** Takes many things one after another, in turns, so that requests are answered in between. */
export async function inTurns<Item>(
  items: readonly Item[],
  take: (item: Item) => void,
): Promise<void> {
  for (let begin = 0; begin < items.length; begin += mostAtOnce) {
    if (begin > 0) await setImmediate();
    for (const item of items.slice(begin, begin + mostAtOnce)) take(item);
  }
}
