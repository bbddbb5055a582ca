import { asciiDigits } from "../digits.ts";

/**
 * Finds the code in `123 456`, `123-456` or `Your code is 123456. It ends in 10 minutes.` Prefers a number with exactly
 * `length` digits; single separators between digits are allowed.
 */
export function codeIn(text: string, length: number): string {
  const ascii = asciiDigits(text.normalize("NFKC"));
  const runs = ascii.match(/\d(?:[ \u00a0.\u2010-\u2015-]?\d)*/g) ?? [];
  const whole = runs.map((run) => run.replace(/\D/g, "")).find((run) => run.length === length);
  return whole ?? ascii.replace(/\D/g, "").slice(0, length);
}
