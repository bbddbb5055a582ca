/**
 * Turns the digits that phones and documents really paste into ASCII: Arabic, Persian, Devanagari, full width. Keeps
 * everything else.
 */
export const asciiDigits = (text: string): string =>
  text.replace(/[٠-٩۰-۹०-९０-９]/g, (digit) => {
    const code = digit.charCodeAt(0);
    // Zero is U+0660, U+06F0 and U+FF10, but U+0966 in Devanagari.
    return `${(code >> 8 === 9 ? code - 6 : code) & 15}`;
  });

/** The digits of a text in any script, as ASCII: `"4242-4242"` → `"42424242"`. */
export const digitsOf = (text: string): string => asciiDigits(text).replace(/\D/g, "");

/** Position in `text` after its `count`th digit; 0 for none, the end if there are fewer. */
export function positionAfterDigits(text: string, count: number): number {
  if (count <= 0) return 0;
  let seen = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 0x30 && code <= 0x39 && ++seen === count) return i + 1;
  }
  return text.length;
}
