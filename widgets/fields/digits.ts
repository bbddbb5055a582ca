/**
 * Code points of zero in the scripts that phones and documents really paste: ASCII, Arabic, Persian,
 * Devanagari, full width.
 */
const zeros = [0x30, 0x660, 0x6f0, 0x966, 0xff10];

/** The digits of a text in any script, as ASCII: `"4242-4242"` → `"42424242"`. */
export function digitsOf(text: string): string {
  if (/^[ -~]*$/.test(text)) return text.replace(/\D/g, "");
  let digits = "";
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    for (const zero of zeros) {
      if (code >= zero && code <= zero + 9) digits += code - zero;
    }
  }
  return digits;
}

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
