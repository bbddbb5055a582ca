import {
  type ElementName,
  elementEvents,
  elementOptions,
  sharedOptions,
} from "./element-options.ts";

/** What a framework's component gives its element. */
interface Source {
  /** The option's current value. */
  read(option: string): unknown;
  emit(event: (typeof elementEvents)[number], detail: unknown): void;
}

/**
 * Connects a component with its element for the element's lifetime. The returned function passes on changed options.
 * Objects are compared by value, and the latest version of a function is called, so components may write both inline.
 */
export function driveElement(element: HTMLElement, name: ElementName, source: Source): () => void {
  for (const event of elementEvents) {
    element.addEventListener(event, (domEvent) => {
      // `detail` of a DOM event without a payload is null.
      source.emit(event, (domEvent as CustomEvent).detail ?? undefined);
    });
  }
  const last: Record<string, string | undefined> = {};
  return () => {
    for (const option of [...sharedOptions, ...elementOptions[name]]) {
      const value = source.read(option);
      const isFunction = typeof value === "function";
      const text = isFunction ? "function" : JSON.stringify(value);
      if (text === last[option]) continue;
      last[option] = text;
      // A copy: frameworks wrap objects in proxies, which cannot be sent to a frame.
      const plain = isFunction || text === undefined ? undefined : JSON.parse(text);
      const latest = () => (source.read(option) as () => unknown)();
      Reflect.set(element, option, isFunction ? latest : plain);
    }
  };
}
