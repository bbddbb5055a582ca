import { setImmediate } from "node:timers/promises";

const batchSize = 1_000;

/** Handles items in batches; requests are answered in between. */
export async function forEachInBatches<Item>(
  items: readonly Item[],
  handle: (item: Item) => void,
): Promise<void> {
  for (let begin = 0; begin < items.length; begin += batchSize) {
    if (begin > 0) await setImmediate();
    for (const item of items.slice(begin, begin + batchSize)) handle(item);
  }
}
