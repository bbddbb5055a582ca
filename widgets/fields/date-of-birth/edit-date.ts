import { asciiDigits, digitsOf } from "../digits.ts";
import { type Edit, type Edited, reformatDigits } from "../edit.ts";
import { type DateOrder, parseDate, writeDate } from "./date-text.ts";

/**
 * Formats a date while it is typed. Adds separators, because number pads have none. `4` for a month becomes `04/`, and
 * a complete pasted date is rewritten in the reader's order. Text that does not start like a date in that order (month
 * names, ISO dates, the other order) stays until the customer leaves the field.
 */
export function editDate(edit: Edit, order: DateOrder, locale: string): Edited {
  const { caret, kind } = edit;
  const text = asciiDigits(edit.text);
  if (kind !== "insertText" && !kind.startsWith("delete")) {
    const whole = parseDate(text, order, locale);
    if (whole !== null) {
      const written = writeDate(whole, order);
      return { text: written, caret: written.length };
    }
  }
  if (!beginsLike(text, order)) return { text, caret };
  const layOut = (digits: string) => separate(digits, order);
  if (kind.startsWith("delete") || caret !== text.length) return reformatDigits(edit, layOut);
  const digits = order === "ymd" ? digitsOf(text) : paddedDigits(text, order);
  const laidOut = layOut(digits);
  const [first, second] = order === "ymd" ? [4, 6] : [2, 4];
  const open = digits.length === first || digits.length === second;
  const written = open ? `${laidOut}${separatorOf(order)}` : laidOut;
  return { text: written, caret: written.length };
}

function beginsLike(text: string, order: DateOrder): boolean {
  if (/\p{L}/u.test(text)) return false;
  if (order === "ymd") return true;
  const first = Number(/\d{1,2}/.exec(text)?.[0] ?? 0);
  const fits = first <= (order === "mdy" ? 12 : 31) || first > 31;
  return fits && !/\d{3,}\D/.test(text.slice(0, 5));
}

/**
 * Adds the leading zero to each finished or unambiguous part: `4/` → 04, a day typed `7` → 07, `42` at the start → 04
 * and 2. Not to `23` with the month first: the customer may start with the day, and 3 February would be silently wrong.
 */
function paddedDigits(text: string, order: DateOrder): string {
  const groups = text.match(/\d+|\D+/g) ?? [];
  let digits = "";
  for (const [i, group] of groups.entries()) {
    if (!/^\d/.test(group)) continue;
    const slot = digits.length;
    const isMonth = (slot === 0) === (order === "mdy");
    const alone = group.length === 1 && (slot === 0 || slot === 2);
    const closed = i < groups.length - 1;
    const unmistakable = slot === 2 && Number(group) > (isMonth ? 1 : 3);
    const missing = (alone && (closed || unmistakable)) || (slot === 0 && +group.slice(0, 2) > 31);
    digits += missing ? `0${group}` : group;
  }
  return digits;
}

function separate(digits: string, order: DateOrder): string {
  const kept = digits.slice(0, 8);
  const cuts = order === "ymd" ? [0, 4, 6, 8] : [0, 2, 4, 8];
  return [0, 1, 2]
    .map((i) => kept.slice(cuts[i], cuts[i + 1]))
    .filter((part) => part !== "")
    .join(separatorOf(order));
}

function separatorOf(order: DateOrder): string {
  return order === "ymd" ? "-" : "/";
}
