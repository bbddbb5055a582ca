import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  cardCapabilities,
  type ShownAbility,
  showAbilities,
} from "#contract/connectors/card-capabilities";
import { answerRefusals } from "#contract/dispute-codes";
import { errorCodes } from "#contract/errors";
import { paymentReasons, reasonCategories } from "#contract/payment-reasons/index";
import { refundFailures } from "#contract/refund-failures";
import { refundWaits } from "#contract/refund-waits";
import { bankAccounts } from "../../sandbox/catalogue/bank-accounts.ts";
import { cardGroupNotes, cardGroups, cards } from "../../sandbox/catalogue/cards.ts";
import { cryptoAddresses } from "../../sandbox/catalogue/crypto-addresses.ts";
import { sanctionedAddresses } from "../../sandbox/catalogue/sanctioned-addresses.ts";
import { sanctionedPersons } from "../../sandbox/catalogue/sanctioned-persons.ts";
import { taxpayers } from "../../sandbox/catalogue/taxpayer-numbers.ts";
import { loginAccounts, loginUsers } from "../../sandbox/login-bank/accounts.ts";
import { specimenOutcomes } from "../../sandbox/specimens/specimen-outcomes.ts";
import { abilityValue, abilityWords } from "./card-capability-words.ts";

/** A comment alone on its line, `<!-- table: error-codes -->`, is replaced by the table of that name. */
const place = /^<!-- table: ([a-z-]+) -->$/gm;

/** Tables come from the code, so that they can't be out of date. Throws for an unknown name. */
export function fillTables(markdown: string, root: string): string {
  return markdown.replace(place, (_comment, name: string) => {
    const table = tables[name];
    if (!table) throw new Error(`no table is called ${name}`);
    return table(root);
  });
}

const tables: Readonly<Record<string, (root: string) => string>> = {
  "error-codes": () => {
    const codes = Object.entries(errorCodes);
    const statuses = [...new Set(codes.map(([, { status }]) => status))].sort((a, b) => a - b);
    return statuses
      .map((status) => {
        const rows = codes
          .filter(([, each]) => each.status === status)
          .map(([code, { message }]) => [`\`${code}\``, message]);
        return `## Status ${status}\n\n${tableOf(["errorCode", "Meaning"], rows)}`;
      })
      .join("\n\n");
  },
  "reason-categories": () =>
    tableOf(
      ["category", "Meaning"],
      Object.entries(reasonCategories).map(([category, meaning]) => [`\`${category}\``, meaning]),
    ),
  "payment-reasons": () =>
    tableOf(
      ["code", "category", "advice.with", "operatorMessage"],
      Object.entries(paymentReasons).map(([code, { category, advice, operatorMessage }]) => [
        `\`${code}\``,
        `\`${category}\``,
        `\`${advice.with}\``,
        operatorMessage,
      ]),
    ),
  "dispute-answer-refusals": () =>
    tableOf(
      ["code", "message"],
      Object.entries(answerRefusals).map(([code, message]) => [`\`${code}\``, message]),
    ),
  "refund-failures": () =>
    tableOf(
      ["code", "message"],
      Object.entries(refundFailures).map(([code, message]) => [`\`${code}\``, message]),
    ),
  "refund-waits": () =>
    tableOf(
      ["code", "message"],
      Object.entries(refundWaits).map(([code, message]) => [`\`${code}\``, message]),
    ),
  "card-capabilities": () => {
    const shown = Object.values(cardCapabilities).map(showAbilities);
    const [abilities = []] = shown;
    return tableOf(
      ["", ...Object.keys(cardCapabilities).map((type) => `\`${type}\``)],
      abilities.map(({ ability }, at) => [
        abilityWords[ability],
        ...shown.map((of) => abilityValue(of[at] as ShownAbility)),
      ]),
    );
  },
  "test-cards": () =>
    Object.entries(cardGroups)
      .map(([group, title]) => {
        const note = cardGroupNotes[group as keyof typeof cardGroups];
        const rows = cards
          .filter((card) => card.group === group)
          .map(({ number, description, name }) => [`\`${number}\``, description, `\`${name}\``]);
        const table = tableOf(["Number", "What happens", "Name in tests"], rows);
        return [`### ${title}`, ...(note === undefined ? [] : [note]), table].join("\n\n");
      })
      .join("\n\n"),
  "test-bank-accounts": () =>
    tableOf(
      ["Account number", "What happens", "Name in tests"],
      bankAccounts.map(({ accountNumber, description, name }) => [
        `\`${accountNumber}\``,
        description,
        `\`${name}\``,
      ]),
    ),
  "test-bank-users": () =>
    tableOf(
      ["User", "What happens"],
      loginUsers.map(({ userName, description }) => [`\`${userName}\``, description]),
    ),
  "test-login-accounts": () =>
    tableOf(
      ["Account", "What happens to a payment from it", "Name in tests"],
      Object.entries(loginAccounts).map(([id, { name, accountNumber, description }]) => [
        `${name}, ending in ${accountNumber.slice(-4)}`,
        description,
        `\`${id}\``,
      ]),
    ),
  "test-crypto-addresses": () =>
    tableOf(
      ["Address", "What happens", "Name in tests"],
      cryptoAddresses.map(({ address, description, name }) => [
        `\`${address}\``,
        description,
        `\`${name}\``,
      ]),
    ),
  "test-sanctioned-persons": () =>
    tableOf(
      ["Name", "Also known as", "Date of birth"],
      sanctionedPersons.map(({ firstName, lastName, aliases, births }) => [
        `${firstName} ${lastName}`,
        aliases.map((alias) => `${alias.firstName} ${alias.lastName}`.trim()).join(", "),
        births.join(", "),
      ]),
    ),
  "test-sanctioned-addresses": () =>
    tableOf(
      ["Address", "What it is", "Name in tests"],
      sanctionedAddresses.map(({ address, description, name }) => [
        `\`${address}\``,
        description,
        `\`${name}\``,
      ]),
    ),
  "test-taxpayers": () =>
    tableOf(
      ["Number", "What the IRS answers", "Name in tests"],
      taxpayers.map(({ tin, description, name }) => [`\`${tin}\``, description, `\`${name}\``]),
    ),
  "test-specimens": () =>
    tableOf(
      ["Specimen", "What the service finds"],
      Object.entries(specimenOutcomes).map(([name, meaning]) => [`\`${name}\``, meaning]),
    ),
  "test-places": (root) => {
    const file = join(root, "sandbox", "catalogue", "places.json");
    const { places } = JSON.parse(readFileSync(file, "utf8")) as {
      places: { network: string; name: string }[];
    };
    return tableOf(
      ["Network", "Place"],
      places.map(({ network, name }) => [`\`${network}\``, name]),
    );
  },
};

/** Escapes vertical bars, which would end a cell. */
function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line)].join("\n");
}
