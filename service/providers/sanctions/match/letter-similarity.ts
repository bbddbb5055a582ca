/** Jaro-Winkler similarity of two words, from 0 to 1. */
export function jaroWinkler(one: string, other: string): number {
  if (one === other) return 1;
  const [a, b] = one.length <= other.length ? [one, other] : [other, one];
  if (a.length === 0) return 0;
  const reach = Math.max(0, Math.floor(b.length / 2) - 1);
  const usedB = new Uint8Array(b.length);
  let matchedA = "";
  for (let at = 0; at < a.length; at += 1) {
    const last = Math.min(b.length - 1, at + reach);
    for (let to = Math.max(0, at - reach); to <= last; to += 1) {
      if (usedB[to] === 1 || a.charCodeAt(at) !== b.charCodeAt(to)) continue;
      usedB[to] = 1;
      matchedA += a[at];
      break;
    }
  }
  const matches = matchedA.length;
  if (matches === 0) return 0;
  let moved = 0;
  let next = 0;
  for (let to = 0; to < b.length; to += 1) {
    if (usedB[to] === 0) continue;
    if (matchedA.charCodeAt(next) !== b.charCodeAt(to)) moved += 1;
    next += 1;
  }
  const jaro = (matches / a.length + matches / b.length + (matches - moved / 2) / matches) / 3;
  let prefix = 0;
  while (prefix < 4 && prefix < a.length && a[prefix] === b[prefix]) prefix += 1;
  return jaro + prefix * 0.1 * (1 - jaro);
}
