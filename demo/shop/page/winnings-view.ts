import { type Winning, winnings } from "../winnings.ts";
import { element } from "./dom.ts";
import { moneyText, type PageOptions } from "./page-options.ts";

/**
 * Builds the list of winnings. `onCollect` gets the winning; the button stays disabled until its
 * promise rejects.
 */
export function winningsView(
  options: PageOptions,
  onCollect: (winning: Winning) => Promise<void>,
): HTMLElement {
  return element(
    "main",
    { class: "range" },
    element(
      "section",
      { class: "welcome" },
      element("p", { class: "eyebrow" }, "Bingo!"),
      element("h1", {}, "Collect your winnings"),
      element(
        "p",
        { class: "lead" },
        "Choose a prize and how to be paid. This is a demo: nothing was won and no money moves.",
      ),
    ),
    element(
      "ul",
      { class: "winnings", "aria-label": "Winnings" },
      ...winnings.map((winning) => winningRow(winning, options, onCollect)),
    ),
  );
}

function winningRow(
  winning: Winning,
  options: PageOptions,
  onCollect: (winning: Winning) => Promise<void>,
): HTMLElement {
  const problem = element("p", { class: "problem", role: "alert" });
  const amount = moneyText(winning.amount, "USD", options.locale);
  const button = element(
    "button",
    {
      type: "button",
      class: "buy",
      "data-testid": `collect-${winning.winningId}`,
      "aria-label": `Collect ${amount} for ${winning.name}`,
      onclick: () => {
        button.disabled = true;
        problem.textContent = "";
        onCollect(winning).catch((error: unknown) => {
          button.disabled = false;
          problem.textContent = error instanceof Error ? error.message : String(error);
        });
      },
    },
    "Collect",
  );
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
