/** A text that shares this many characters in a row with an account number contains the number. */
const minAccountCharacters = 6;

/** Replaces runs of the account number, with or without spaces and signs. Dates and short numbers stay. */
export function replaceAccount(
  text: string,
  account: string,
  markOf: (run: string) => string,
): string {
  const number = account.replace(/[^A-Za-z0-9]/g, "").toUpperCase();
  if (number.length < minAccountCharacters) return text;
  const places = [...text.matchAll(/[A-Za-z0-9]/g)].map(({ index }) => index);
  const plain = places
    .map((place) => text[place])
    .join("")
    .toUpperCase();
  let safe = "";
  let from = 0;
  for (let at = 0; at + minAccountCharacters <= plain.length; ) {
    let length = 0;
    while (at + length < plain.length && number.includes(plain.slice(at, at + length + 1))) {
      length += 1;
    }
    if (length < minAccountCharacters) {
      at += 1;
      continue;
    }
    safe += text.slice(from, places[at]) + markOf(plain.slice(at, at + length));
    from = (places[at + length - 1] ?? 0) + 1;
    at += length;
  }
  return safe + text.slice(from);
}
