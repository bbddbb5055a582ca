import { cards } from "./cards.ts";
import { composedCardScript } from "./composed-cards.ts";
import type { CardScript } from "./scripts.ts";

const byNumber = new Map<string, CardScript>(cards.map((card) => [card.number, card]));

const ordinary: CardScript = {
  charge: { outcome: { status: "approved" } },
  threeDS: { enrolled: false },
};

/** The behavior of all outside parties for a card number. Every number has one. */
export function cardScript(cardNumber: string): CardScript {
  return byNumber.get(cardNumber) ?? composedCardScript(cardNumber) ?? ordinary;
}
