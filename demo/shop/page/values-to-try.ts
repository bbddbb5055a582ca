import { bankAccounts, sandboxRoutingNumber } from "../../../sandbox/catalogue/bank-accounts.ts";
import { findCard } from "../../../sandbox/catalogue/cards.ts";
import { element } from "./dom.ts";

/** Cards that show the most with the fewest tries; the sandbox's table has all of them. */
const cardNames = ["visa", "visa_debit", "challenge", "insufficient_funds", "generic_decline"];
const accountNames = ["ordinary", "insufficient_funds", "account_closed", "not_authorised"];

/** What to type to see each way to pay succeed and fail, with a button that copies it. */
export function valuesToTry(sandboxUrl: string): HTMLElement {
  const cards = cardNames.map((name) => {
    const { number, description } = findCard(name);
    return value(number.replace(/(.{4})(?=.)/g, "$1 "), number, description);
  });
  const accounts = bankAccounts
    .filter(({ name }) => accountNames.includes(name))
    .map(({ accountNumber, description }) => value(accountNumber, accountNumber, description));
  return element(
    "section",
    { class: "desk", "aria-label": "To try with", "data-testid": "values" },
    element("h2", {}, "To try with"),
    element(
      "p",
      { class: "quiet" },
      "Everything outside this shop is played by a sandbox: no card is charged, no bank is asked.",
    ),
    element(
      "div",
      { class: "values" },
      way(
        "Card",
        "Any date to come, any security code.",
        element("ul", { class: "value-list" }, ...cards),
        link(`${sandboxUrl}/#approved`, "Every test card"),
      ),
      way(
        "Bank account",
        "Money is on its way for days: the sandbox’s bank says what became of it.",
        element(
          "ul",
          { class: "value-list" },
          value(sandboxRoutingNumber, sandboxRoutingNumber, "Routing number"),
          ...accounts,
        ),
        link(`${sandboxUrl}/receiving-bank`, "What the bank was given"),
      ),
      element(
        "div",
        { class: "ways" },
        way(
          "Pay by bank",
          "You are taken to the sandbox’s bank and come back to this order. The sandbox lists who can log in there.",
          link(`${sandboxUrl}/#bank-login`, "Who can log in at the bank"),
        ),
        way(
          "Crypto",
          "Copy the address, or the link of “Open in your wallet”, into the sandbox’s wallet: it pays right, too little, too much or in another token.",
          link(`${sandboxUrl}/wallet`, "Open the sandbox’s wallet", "wallet-link"),
        ),
      ),
    ),
  );
}

function way(name: string, text: string, ...children: HTMLElement[]): HTMLElement {
  return element(
    "section",
    { class: "way", "aria-label": name },
    element("h3", {}, name),
    element("p", { class: "quiet" }, text),
    ...children,
  );
}

function link(href: string, text: string, testId?: string): HTMLElement {
  const opens = { target: "_blank", rel: "noopener" };
  return element("a", { href, class: "out", ...opens, "data-testid": testId }, text);
}

/** A value that is copied by a press; what became of that is said where the value stands. */
function value(shown: string, copied: string, meaning: string): HTMLElement {
  const said = element("span", { class: "said", role: "status" });
  const button = element(
    "button",
    {
      type: "button",
      class: "value",
      onclick: () => {
        navigator.clipboard.writeText(copied).then(
          () => {
            said.textContent = "Copied";
          },
          () => {
            said.textContent = "Not copied";
          },
        );
        setTimeout(() => {
          said.textContent = "";
        }, 2_000);
      },
    },
    element("span", { class: "visually-hidden" }, "Copy "),
    element("code", {}, shown),
    " ",
    element("span", { class: "meaning" }, meaning),
  );
  return element("li", {}, button, said);
}
