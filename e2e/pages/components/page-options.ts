import type { Tessera } from "tessera";

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

export function present(selector: string): Element {
  const found = document.querySelector(selector);
  if (!found) throw new Error(`The page has no ${selector}.`);
  return found;
}
