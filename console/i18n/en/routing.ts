/** The room Routing in English, and the model for every other language. */

import type { Words } from "../words.ts";
import { plural } from "./plural.ts";

/** Texts of routing: rules, dry run, processors, and why a payment went where it went. */
export const english = {
  lead: "Which processor takes which card payment. The first rule that matches decides.",
  readOnlyText: "Only admins can change rules.",
  rules: "Rules",
  add: "Add rule",
  noRules: "No rules yet: every payment follows the order below.",
  everything: "Every card payment",
  otherwise: "All other payments",
  otherwiseText: (names: string) => `In the service’s own order: ${names}.`,
  off: "Off",
  onShort: "On",
  on: (name: string) => `Rule ${name} is on`,
  up: (name: string) => `Move ${name} up`,
  down: (name: string) => `Move ${name} down`,
  edit: (name: string) => `Edit ${name}`,
  remove: (name: string) => `Remove ${name}`,
  keysHint: "Alt with the arrow keys moves the rule that has the focus.",
  moved: (name: string, place: number, of: number) =>
    `${name} is now number ${place} of ${of}. Not saved yet.`,
  removed: (name: string) => `${name} removed. Not saved yet.`,
  switched: (name: string, isOn: boolean) =>
    `${name} is ${isOn ? "on" : "off"} now. Not saved yet.`,
  applied: (name: string) => `${name} is in the list. Not saved yet.`,
  saved: "Saved. Payments follow the new rules within seconds.",
  unsaved: "Rules not saved yet",
  conflict: "Someone else changed the settings",
  conflictRules:
    "They changed the rules too. The page shows yours. If you save, they replace theirs.",
  conflictNone: "They did not change the rules. Save again.",
  showTheirs: "Show their rules",
  reserve: (names: string) => `In reserve: ${names}`,
  share: (processor: string, percent: string) => `${processor} ${percent}`,
  amountFrom: (amount: string) => `${amount} or more`,
  amountTo: (amount: string) => `up to ${amount}`,
  amountBetween: (from: string, to: string) => `${from} to ${to}`,
  currency: (list: string) => `in ${list}`,
  country: (list: string) => `customers in ${list}`,
  funding: {
    credit: "Credit",
    debit: "Debit",
    prepaid: "Prepaid",
    unknown: "Unknown",
  } as Words,
  fundingOf: (list: string) => `${list} cards`,

  form: {
    optional: "optional",
    titleNew: "New rule",
    titleEdit: "Edit rule",
    name: "Name",
    nameHint: "For your staff: “Large payments”.",
    which: "Which payments",
    whichText: "A payment must match everything you choose. An empty field matches every payment.",
    currencies: "Currencies",
    addCurrency: "Add a currency",
    minAmount: "From",
    maxAmount: "Up to",
    amountHint: "The total charged, with fees and tax. Limits are included.",
    brands: "Card brands",
    funding: "Kind of card",
    countries: "Customer’s country",
    addCountry: "Add a country",
    types: "Payment methods",
    choose: "Choose …",
    removeItem: (item: string) => `Remove ${item}`,
    processors: "Processors",
    processorsText:
      "Payments are shared by weight. A processor with weight 0 is a reserve. Reserves are tried from top to bottom, and only if the one before certainly did not charge.",
    use: (processor: string) => `Use ${processor}`,
    weight: (processor: string) => `Weight of ${processor}`,
    weightLabel: "Weight",
    inReserve: "reserve",
    up: (processor: string) => `Move ${processor} up`,
    down: (processor: string) => `Move ${processor} down`,
    movedTo: (processor: string, place: number) => `${processor} is now number ${place}.`,
    sum: (sum: number) =>
      sum === 100
        ? "The weights sum to 100."
        : `The weights sum to ${sum}; the shares are counted from that.`,
    apply: "Apply rule",
    notAnAmount: "Enter an amount such as 500 or 99.95.",
    notAWeight: "Enter a whole number from 0 to 100.",
    noProcessor: "Choose at least one processor.",
    mend: (number: number) =>
      `${plural(number, "entry needs", "entries need")} a correction before you can apply the rule.`,
  },
  problems: {
    duplicate_rule_id: "Another rule has the same id.",
    unknown_processor: "This service has no such processor.",
    duplicate_processor: "This processor is in the list twice.",
    no_weight: "At least one processor needs a weight above 0.",
    impossible_range: "The lower limit is above the upper limit.",
    amount_needs_currency: "Choose the currencies of the amount too.",
    amount_precision: "This amount is not possible in every chosen currency.",
    currency_unknown: "Enter a currency code such as USD.",
    country_unknown: "Enter a country code such as US.",
    never_matches_type: "These processors take cards only, so this rule never matches.",
    no_processor_for_currency:
      "No processor here takes one of the currencies. Such payments go to the next rule.",
  } as Words,
  covered: (name: string) =>
    `${name} already takes all of these payments, so this rule never matches.`,

  health: {
    title: "Processors now",
    text: "As the service sees them. A breaker opens when a processor fails or reports a problem. Declines don’t count.",
    states: {
      closed: "Takes payments",
      half_open: "On trial",
      open: "Resting",
    } as Words,
    causes: {
      failures: "Several charges in a row failed.",
      failure_rate: "Half of its charges failed.",
      health: "Its health check failed.",
    } as Words,
    trial: "Two payments at a time go through. The breaker closes after three answers.",
    retry: (time: string) => `Tried again at ${time}.`,
    recent: (answered: number, failed: number) =>
      answered + failed === 0
        ? "No charges in the last minute"
        : `Last minute: ${answered} answered, ${failed} failed`,
    currencies: (list: string) => `Takes ${list} only`,
  },

  dryRun: {
    title: "Dry run",
    text: "What these rules would have done with the card payments of the last seven days if every processor had worked. Nothing is sent or changed.",
    button: "Try on last week’s payments",
    again: "Run again",
    stale: "The rules have changed since this run.",
    none: "No card payments in the last seven days",
    noneText: "Run it again when there are some. In the sandbox, make a few in the shop.",
    summary: (payments: number, moved: number) =>
      moved === 0
        ? `${plural(payments, "payment", "payments")}: all would have gone where they went.`
        : `${plural(payments, "payment", "payments")}, of which ${moved.toLocaleString("en")} would have gone elsewhere.`,
    span: (from: string, to: string) => `${from} to ${to}`,
    incomplete: "There were more; these are the newest.",
    unroutable: (number: number) =>
      `${plural(number, "payment", "payments")} could go nowhere: no processor takes the currency.`,
    byRule: "By rule and processor",
    rule: "Rule",
    noRule: "No rule matches",
    processor: "Processor",
    would: "Would have gone there",
    did: "Went there",
    payments: (number: number) => plural(number, "payment", "payments"),
    samples: "Payments that would have gone elsewhere",
    payment: "Payment",
    amount: "Amount",
    from: "Went to",
    to: "Would have gone to",
    nowhere: "nowhere",
    when: "When",
  },

  decision: {
    title: "Why this processor",
    byRule: (ruleId: string) => `The rule “${ruleId}” matched.`,
    byOrder: "No rule matched, so the service’s own order applied.",
    reasons: {
      weight: "It was picked by weight.",
      only_candidate: "It was the only one that could take it.",
      order: "It was the first in order that could take it.",
      last_resort: "Every breaker was open, so it was tried anyway.",
    } as Words,
    chosen: (processor: string) => `${processor} was chosen.`,
    candidates: "Candidates",
    weight: (weight: number) => `weight ${weight}`,
    outcomes: {
      chosen: "chosen",
      in_reserve: "in reserve",
      breaker_open: "passed over: its breaker was open",
      currency_not_supported: "passed over: does not take the currency",
      unknown_processor: "passed over: no longer set up",
    } as Words,
    failedOver: {
      unreachable: (processor: string, time: string) =>
        `${processor} could not be reached at ${time}: nothing was charged there.`,
      refused: (processor: string, time: string) =>
        `${processor} refused the request at ${time} before it charged anything.`,
      breaker_open: (processor: string, time: string) =>
        `${processor} stopped working at ${time}, before anything was sent there.`,
      other: (processor: string, time: string) => `The payment left ${processor} at ${time}.`,
    },
    continuedWith: (processor: string) => `The payment continued with ${processor}.`,
  },
};
