/** An element of a list, without namespace and attributes. */
export interface XmlElement {
  readonly name: string;
  /** The text directly inside, trimmed. */
  readonly text: string;
  readonly children: readonly XmlElement[];
}

/** The text of the first child with that name; "" if there is none. */
export function childText(element: XmlElement, name: string): string {
  return element.children.find((child) => child.name === name)?.text ?? "";
}

/** The elements `item` inside the child `list`. */
export function itemsOf(element: XmlElement, list: string, item: string): readonly XmlElement[] {
  const found = element.children.find((child) => child.name === list);
  return found?.children.filter((child) => child.name === item) ?? [];
}
