import type { Tessera } from "tessera";

/** What the test's page gives to a framework's component. */
export interface PageOptions {
  readonly sdk: typeof Tessera;
  readonly publishableKey: string;
  readonly clientSecretKey: string;
  readonly handlers: Readonly<
    Record<"ready" | "complete" | "loaderror", (detail: unknown) => void>
  >;
}

declare global {
  interface Window {
    payment: { confirm(): Promise<unknown> };
  }
}

/** The element at this selector, which the page has. */
export function present(selector: string): Element {
  const found = document.querySelector(selector);
  if (!found) throw new Error(`The page has no ${selector}.`);
  return found;
}
