import { bankAccounts, sandboxRoutingNumber } from "../../../sandbox/catalogue/bank-accounts.ts";
import { findCard } from "../../../sandbox/catalogue/cards.ts";
import { element } from "./dom.ts";

/** A short selection; the sandbox's table has all cards. */
const cardNames = ["visa", "visa_debit", "challenge", "insufficient_funds", "generic_decline"];
const accountNames = ["ordinary", "insufficient_funds", "account_closed", "not_authorised"];

/** Test values for each payment method, with copy buttons. */
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
    { class: "desk", "aria-label": "Test values", "data-testid": "values" },
    element("h2", {}, "Test values"),
    element(
      "p",
      { class: "quiet" },
      "A sandbox simulates all banks and processors. No card is charged.",
    ),
    element(
      "div",
      { class: "values" },
      way(
        "Card",
        "Use any future expiry date and any security code.",
        element("ul", { class: "value-list" }, ...cards),
        link(`${sandboxUrl}/#approved`, "Every test card"),
      ),
      way(
        "Bank account",
        "A debit takes days. The sandbox’s bank shows its status.",
        element(
          "ul",
          { class: "value-list" },
          value(sandboxRoutingNumber, sandboxRoutingNumber, "Routing number"),
          ...accounts,
        ),
        link(`${sandboxUrl}/receiving-bank`, "See the bank’s files"),
      ),
      element(
        "div",
        { class: "ways" },
        way(
          "Pay by bank",
          "You confirm the payment at the sandbox’s bank and return to this order.",
          link(`${sandboxUrl}/#bank-login`, "See test logins"),
        ),
        way(
          "Crypto",
          "Copy the address, or the link of “Open in your wallet”, into the sandbox’s wallet. It can pay the right amount, too little, too much, or another token.",
          link(`${sandboxUrl}/wallet`, "Open sandbox wallet", "wallet-link"),
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

/** A value with a copy button; the result of copying shows next to it. */
function value(shown: string, copied: string, meaning: string): HTMLElement {
  const status = element("span", { class: "copy-status", role: "status" });
  const button = element(
    "button",
    {
      type: "button",
      class: "value",
      onclick: () => {
        navigator.clipboard.writeText(copied).then(
          () => {
            status.textContent = "Copied";
          },
          () => {
            status.textContent = "Not copied";
          },
        );
        setTimeout(() => {
          status.textContent = "";
        }, 2_000);
      },
    },
    element("span", { class: "visually-hidden" }, "Copy "),
    element("code", {}, shown),
    " ",
    element("span", { class: "meaning" }, meaning),
  );
  return element("li", {}, button, status);
}
