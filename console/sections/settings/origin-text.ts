/** `shop.example/checkout` → `https://shop.example`. Null if the text contains no origin. The service decides. */
export function originOf(typed: string): string | null {
  const text = typed.trim();
  if (text === "" || /\s/.test(text)) return null;
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(withScheme)) return null;
  const { origin, protocol } = new URL(withScheme);
  return protocol === "https:" || protocol === "http:" ? origin : null;
}
