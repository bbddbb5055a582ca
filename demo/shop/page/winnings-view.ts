import { type Winning, winnings } from "../winnings.ts";
import { element } from "./dom.ts";
import { offerButton, offerView } from "./offer-view.ts";
import { moneyText, type PageOptions } from "./page-options.ts";

/**
 * Builds the list of winnings. `onCollect` gets the chosen entry; the button stays disabled until its promise rejects.
 */
export function winningsView(
  options: PageOptions,
  onCollect: (winning: Winning) => Promise<void>,
): HTMLElement {
  return offerView({
    eyebrow: "Bingo!",
    title: "Collect your winnings",
    lead: "Choose a prize and how to be paid. This is a demo: nothing was won and no money moves.",
    list: element(
      "ul",
      { class: "winnings", "aria-label": "Winnings" },
      ...winnings.map((winning) => winningRow(winning, options, onCollect)),
    ),
  });
}

function winningRow(
  winning: Winning,
  options: PageOptions,
  onCollect: (winning: Winning) => Promise<void>,
): HTMLElement {
  const amount = moneyText(winning.amount, "USD", options.locale);
  const { button, problem } = offerButton({
    text: "Collect",
    label: `Collect ${amount} for ${winning.name}`,
    testId: `collect-${winning.winningId}`,
    onPress: () => onCollect(winning),
  });
  return element(
    "li",
    { class: "winning" },
    element(
      "div",
      { class: "won" },
      element("h2", {}, winning.name),
      element("p", { class: "line" }, winning.line),
    ),
    element("span", { class: "price" }, amount),
    button,
    problem,
  );
}
