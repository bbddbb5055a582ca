/** The longest run of digits that stays readable, such as a date. */
const maxPlainDigits = 8;
/** The day at the beginning of a time stamp. */
const day = /^(19|20)\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])/;

/**
 * Removes control characters, and masks card numbers, account numbers and TINs up to the last four digits, because
 * people put account numbers into file names. Null for an empty name.
 */
export function storedFileName(name: string | undefined): string | null {
  const safe = (name ?? "")
    .replace(/[^\x20-\x7e\u00a0-\uffff]/g, "")
    .replace(
      /(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?:[ _-]?[A-Z0-9]{4}){2,7}(?:[ _-]?[A-Z0-9]{1,3})?(?![A-Za-z0-9])/g,
      mask,
    )
    .replace(/(?<!\d)\d{4}[ _.-]\d{4}[ _.-]\d{4}[ _.-]\d{1,7}(?!\d)/g, mask)
    .replace(/(?<!\d)\d{4}[ _.-]\d{6}[ _.-]\d{5}(?!\d)/g, mask)
    .replace(/(?<!\d)\d{3}[ _.-]\d{2}[ _.-]\d{4}(?!\d)/g, mask)
    .replace(/\d+/g, (digits) =>
      digits.length <= maxPlainDigits || day.test(digits) ? digits : mask(digits),
    );
  return safe === "" ? null : safe;
}

function mask(text: string): string {
  return `…${text.replace(/[ _.-]/g, "").slice(-4)}`;
}
