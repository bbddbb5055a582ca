import { element } from "./dom.ts";

/** Addresses of the pictures. Vite replaces them in the build. */
const addresses: Record<string, string> = {
  "friday-cards": new URL("./pictures/friday-cards.svg", import.meta.url).href,
  "jackpot-card": new URL("./pictures/jackpot-card.svg", import.meta.url).href,
  "gala-ticket": new URL("./pictures/gala-ticket.svg", import.meta.url).href,
  dabbers: new URL("./pictures/dabbers.svg", import.meta.url).href,
  mug: new URL("./pictures/mug.svg", import.meta.url).href,
  tote: new URL("./pictures/tote.svg", import.meta.url).href,
};

/** Returns a product's picture. It is decorative, because the name is next to it. */
export function pictureOf(productId: string | null): HTMLElement {
  const src = addresses[productId ?? ""] ?? addresses["jackpot-card"];
  return element("img", { class: "picture", src, alt: "", width: 320, height: 200 });
}
