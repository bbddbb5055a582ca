/** Length of a line of :86:. Banks wrap longer texts, even within words. */
const lineCharacters = 65;
/** Length of a full subfield (`?20`). */
const subfieldCharacters = 27;

/** Full lines and subfields of :86: continue in the next one, so that a wrapped reference is one word again. */
export function informationText(lines: readonly string[]): string {
  const whole = lines.reduce(
    (text, line, index) =>
      text + ((lines[index - 1]?.length ?? lineCharacters) >= lineCharacters ? "" : "\n") + line,
    "",
  );
  // The structured form of German banks: `166?00GUTSCHRIFT?20SVWZ+…?21…`.
  if (!/^\d{3}\?\d{2}/.test(whole)) return whole.replaceAll("\n", " ");
  const subfields = whole
    .replaceAll("\n", "")
    .split(/\?(?=\d{2})/)
    .slice(1);
  let purpose = "";
  const others: string[] = [];
  for (const subfield of subfields) {
    const number = Number(subfield.slice(0, 2));
    const text = subfield.slice(2);
    const isPurpose = (number >= 20 && number <= 29) || (number >= 60 && number <= 63);
    if (isPurpose) purpose += text.length < subfieldCharacters ? `${text} ` : text;
    else others.push(text);
  }
  return [purpose.trim(), ...others].join(" ");
}
