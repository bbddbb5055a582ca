/** Maximum number of items to search: their 2^12 subsets take about a millisecond. */
export const maxItems = 12;

/**
 * Finds at most five subsets that add up to `sumMinor`, smallest first: a suggestion for people, never a match.
 * Searches at most {@link maxItems} items.
 */
export function subsetsWithSum<Item extends { readonly amountMinor: number }>(
  items: readonly Item[],
  sumMinor: number,
): Item[][] {
  const searched = items.slice(0, maxItems);
  const found: Item[][] = [];
  for (let mask = 1; mask < 1 << searched.length; mask += 1) {
    let sum = 0;
    for (let index = 0; index < searched.length; index += 1) {
      if (mask & (1 << index)) sum += searched[index]?.amountMinor ?? 0;
    }
    if (sum === sumMinor) found.push(searched.filter((_, index) => mask & (1 << index)));
  }
  return found.sort((a, b) => a.length - b.length).slice(0, 5);
}
