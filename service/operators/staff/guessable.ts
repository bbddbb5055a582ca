/** Words that long passwords are most often based on. */
const commonWords = [
  ..."password passwort contraseña letmein welcome admin administrator iloveyou football".split(
    " ",
  ),
  ..."baseball princess sunshine superman monkey dragon master shadow trustno login".split(" "),
  ..."changeme secret default starwars whatever qwerty qwertz azerty abc tessera".split(" "),
];
/** Adjacent keys, letters and digits. */
const runs = [
  "abcdefghijklmnopqrstuvwxyz",
  "01234567890123456789",
  "98765432109876543210",
  ..."qwertyuiopasdfghjklzxcvbnm qwertzuiopasdfghjklyxcvbnm".split(" "),
  ..."azertyuiopqsdfghjklmwxcvbn 1qaz2wsx3edc4rfv5tgb6yhn7ujm".split(" "),
];
/** Different characters that must remain without everything guessable. */
const minLeft = 6;
const minDifferent = 5;

/**
 * Whether attackers would try the password early: mainly a common word, the person's or the operator's name, adjacent
 * keys, or few different characters. Otherwise length is enough (NIST SP 800-63B: no rules about kinds of characters).
 */
export function isGuessable(password: string, names: readonly string[]): boolean {
  const text = password.normalize("NFKC").toLowerCase();
  if (new Set(text).size < minDifferent) return true;
  const words = names.flatMap((name) => name.toLowerCase().split(/[^\p{L}\p{N}]+/u));
  const known = [...commonWords, ...words].filter((word) => word.length >= 3);
  // The longest come first: "administrator" must not leave "istrator".
  known.sort((one, other) => other.length - one.length);
  let left = text.replace(/0/g, "o").replace(/@/g, "a").replace(/\$/g, "s").replace(/1/g, "i");
  let plain = text;
  for (const word of known) {
    left = left.replaceAll(word, " ");
    plain = plain.replaceAll(word, " ");
  }
  return Math.min(weightOf(left), weightOf(plain)) < minLeft;
}

/** Different characters that neither repeat the previous one nor continue a run. */
function weightOf(text: string): number {
  const counted = new Set<string>();
  let previous = " ";
  for (const character of text) {
    const isNext = runs.some((run) => run.includes(previous + character));
    if (!isNext && character !== previous && character !== " ") counted.add(character);
    previous = character;
  }
  return counted.size;
}
