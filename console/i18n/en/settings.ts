import type { ProxyNotice } from "#contract/console/settings";
import type { Words } from "../words.ts";
import { plural } from "./plural.ts";

export const english = {
  settings: {
    lead: "Changes take effect within seconds and are kept in the audit log.",
    readOnly: "You can view this but not change it",
    readOnlyText: "Only admins can change settings.",
    proxy: "The service does not recognize your proxy",
    proxyText: ({ peer, header, requests }: ProxyNotice) => [
      `${plural(requests, "request", "requests")} came from ${peer} with the header ${header}, and the setting TRUSTED_PROXIES does not name that address. If it is your proxy, every customer counts as one address: for rate limits, location rules and the audit log.`,
      `Set TRUSTED_PROXIES=${peer} and restart the service. If the address is not yours, stop what sends from it. This notice ends an hour after the last such request.`,
    ],
    origins: "Allowed origins",
    originsText: "Pages on these origins may show your widgets. All others are refused.",
    locations: "Where you serve customers",
    locationsText:
      "We check the IP address before money moves. A state's rule wins over its country's.",
    verification: "Verification",
    payments: "Payments",
    payouts: "Payouts and tax",
    changedAt: "Last changed",
    saved: "Saved.",
    save: "Save",
    saveAnyway: "Save my changes too",
    discard: "Discard changes",
    unsaved: (count: number) => plural(count, "unsaved change", "unsaved changes"),
    leaveTitle: "Leave without saving?",
    leaveText: (count: number) => `${plural(count, "change", "changes")} would be lost.`,
    leave: "Leave without saving",
    conflict: "Someone else changed the settings",
    conflictBoth: (names: string) =>
      `You both changed: ${names}. The page shows your values. If you save, they replace theirs.`,
    conflictNone: "Their changes are shown now, and yours are kept. Save again to add yours.",
    names: {
      allowedOrigins: "Allowed origins",
      locationRules: "Location rules",
      verifyOnFirstPayment: "Verify identity on a first payment",
      verifyOnFirstDisbursement: "Verify identity on a first payout",
      smsVerification: "Text message to confirm the phone",
      documentReview: "Who reviews documents",
      documentRetentionDays: "Days to keep document pictures",
      w9Policy: "Form W‑9",
      paymentMethodTypes: "Payment methods",
      surcharge: "Credit card surcharge",
      salesTax: "Sales tax",
      threeDSecure: "3-D Secure",
      threeDSecureUnavailable: "When 3-D Secure is not available",
      paymentDescriptor: "Text on the customer's statement",
      timeZone: "Your time zone",
      taxTypes: "Games with prizes on Form W‑2G",
      dualControl: "A payout's creator can't approve it",
      reduceByWager: "Subtract the wager from race prizes",
      defaultTaxCategory: "Default tax category of payouts",
      bankPayoutRail: "How payouts reach bank accounts",
      savedPaymentMethods: "Customers can save a card or account",
      savedCardVerification: "What customers enter to pay with a saved card",
    } as Words,
    hints: {
      verifyOnFirstPayment: "The payment form asks for a document before the first charge.",
      verifyOnFirstDisbursement: "Customers are paid only after we verify their identity.",
      documentReview: "The automatic checks never approve a document that differs.",
      documentRetentionDays:
        "1 to 3650, from the decision. We delete the pictures and keep what was read.",
      paymentDescriptor:
        "5 to 22 Latin letters, digits and punctuation, at least one letter, none of < > \\ ' \" *. Bank statements show the first 16.",
      timeZone: "Decides when a day of a report or a tax year starts.",
      reduceByWager:
        "For the limit of 300 times the wager, and for box 1. Bingo prizes always count in full.",
      defaultTaxCategory: "Decides which tax form a payout is reported on.",
      bankPayoutRail: "The bank gets ACH files at the banking day's cut-off.",
      dualControl: "Another key or member of staff must approve it.",
      savedPaymentMethods:
        "With their consent, after a successful payment. Up to 20 for each customer.",
      savedCardVerification: "The security code is never stored.",
      salesTax: "By the customer's state and ZIP code. We ask customers who have none on file.",
      threeDSecure: "The card issuer, not you, carries the loss of an authenticated fraud.",
      threeDSecureUnavailable: "The issuer or the card network does not answer.",
    } as Words,
    choices: {
      documentReview: {
        when_needed: "Staff, only when the automatic checks can't decide",
        always: "Staff, every document",
      } as Words,
      smsVerification: {
        off: "Never",
        first_payout: "Before the first payout",
        every_payout: "Before every payout",
      } as Words,
      defaultTaxCategory: {
        winnings: "Winnings (W‑2G, by prizes)",
        prize: "A prize (1099-MISC)",
        services: "Pay for services (1099-NEC)",
        other: "Something else (1099-MISC)",
      } as Words,
      savedCardVerification: {
        cvc: "The security code",
        three_ds: "3-D Secure with a challenge",
      } as Words,
      bankPayoutRail: {
        processor: "The payout processor",
        nacha: "ACH files (Nacha)",
      } as Words,
      w9Policy: {
        every: "From every customer who is paid",
        "over-threshold": "Only over the reporting threshold",
      } as Words,
      salesTax: { off: "Not charged", on: "Charged by location" } as Words,
      threeDSecure: {
        when_enrolled: "Where the card takes part",
        always: "Always; other cards are declined",
      } as Words,
      threeDSecureUnavailable: {
        decline: "Decline the payment",
        authorise: "Charge without it",
      } as Words,
    },
  },
  limits: {
    title: (year: number) => `Limits of ${year}. They follow the law and can't be changed here.`,
    notFinal: "This year's figures are not published yet. These are the newest.",
    product: "We ask from",
    law: "The law requires reports from",
    times: (times: number) => `and ${times} × the wager`,
    of: { payouts: "Payouts in a year", bingo: "Bingo", horse_racing: "Horse racing" } as Words,
  },
  origins: {
    none: "No origin yet: no page can show your widgets.",
    add: "Add an origin",
    addButton: "Add origin",
    added: (origin: string) => `${origin} added. Not saved yet.`,
    removed: (origin: string) => `${origin} removed. Not saved yet.`,
    remove: (origin: string) => `Remove ${origin}`,
    twice: "This origin is already in the list.",
    notAnOrigin: "Enter an address such as https://shop.example",
  },
  locations: {
    rule: "Rule",
    allow: "Serve",
    deny: "Refuse",
    allowed: "Served",
    denied: "Refused",
    country: "Country",
    state: "State",
    wholeCountry: "Whole country",
    addButton: "Add rule",
    replaceButton: "Replace rule",
    remove: (place: string) => `Remove the rule for ${place}`,
    removed: (place: string) => `The rule for ${place} is removed. Not saved yet.`,
    saidRule: (place: string, rule: string) =>
      `${place}: ${rule === "allow" ? "served" : "refused"}. Not saved yet.`,
    everywhere: "You serve customers everywhere. We don't look up locations.",
    only: (served: string, refused: string | null) =>
      `You serve customers in ${served} only${refused ? `, but not in ${refused}` : ""}. If we can't find a customer's location, we refuse them.`,
    allBut: (refused: string, exceptions: string | null) =>
      `You serve customers everywhere except in ${refused}${exceptions ? ` (but you do in ${exceptions})` : ""}. If we can't find a customer's location, we refuse them.`,
  },
};
