/** No line breaks inside a form's name: `W-9` and `W-2G` get a hyphen that does not break. */
export function unbroken(text: string): string {
  return text.replace(/W-(?=9|2G)/g, "W\u2011");
}
