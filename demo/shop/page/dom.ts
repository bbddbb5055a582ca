type Attributes = Readonly<Record<string, string | number | boolean | EventListener | undefined>>;
type Child = Node | string | undefined;

/**
 * Creates an element. Text is never HTML. Attributes with undefined or false are omitted, true makes an empty
 * attribute, and functions under `on…` are listeners.
 */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    if (typeof value === "function") made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...children.filter((child) => child !== undefined));
  return made;
}
