import type { Words } from "../words.ts";

/** Texts about customers who may be on the sanctions list, or use a crypto address on it. */
export const english = {
  title: "Sanctions reviews",
  lead: "Customers who may be on OFAC’s list, or use a crypto address on it. Their payouts, and refunds to destinations that they name, are held until you decide. Don’t tell the customer why.",
  onlyOf: (customer: string) => `Only reviews of ${customer}`,
  showAll: "Show all customers",
  heldPayouts: "Payouts",
  showHeld: "Show held payouts",
  tabs: { waiting: "To decide", decided: "Decided" },
  none: "Nothing to decide",
  noneText: "No customer matches the list.",
  noneDecided: "No decisions yet",
  score: (score: number) => `${score} of 100 points`,
  customer: "Your customer",
  listed: "On the list",
  name: "Name",
  otherNames: "Other names that match",
  born: "Date of birth",
  place: "City and country",
  id: "Customer ID",
  names: "Names and aliases",
  births: "Dates of birth",
  birthPlaces: "Places of birth",
  countries: "Countries",
  addresses: "Addresses",
  programs: "Programs",
  remarks: "Remarks",
  entry: "Entry",
  why: "Why they match",
  unreadable: "We can’t read what was compared",
  unreadableText:
    "The stored evidence of this match is damaged, so nobody can clear it. The payouts stay on hold. If the customer’s data or the listed entry changes and they still match, we store new evidence.",
  nameAgrees: (percent: number, listed: string) => `Name: ${percent} % like “${listed}”`,
  qualities: { strong: "alias", weak: "weak alias" } as Words,
  birthResults: {
    day: "Date of birth agrees",
    swapped: "Date of birth agrees with day and month exchanged",
    year: "Year of birth agrees",
    near: "Year of birth is one off",
    differs: "Date of birth differs",
    unknown: "No date of birth to compare",
  } as Words,
  placeResults: {
    city: "City and country agree",
    country: "Country agrees",
    differs: "Country differs",
    unknown: "No country to compare",
  } as Words,
  points: (points: number) => `${points > 0 ? "+" : "−"}${Math.abs(points)} points`,
  addressMatch: "crypto address on the list",
  addressUses: {
    payout: "The customer asked for a payout to this address:",
    refund: "The customer asked for a refund to this address:",
    deposit: "The customer’s payment came from this address:",
  } as Words,
  listedAs: (network: string, currency: string) =>
    `Used on ${network}. The list has this exact address, as a ${currency} address.`,
  clear: "Not the same person",
  confirm: "Same person: block payouts",
  clearTitle: "Not the same person?",
  clearText:
    "The payouts are released for approval. This match opens again only if the customer’s data or the listed entry changes.",
  clearAddress: "Allowed: release the money",
  clearAddressTitle: "Release the money?",
  clearAddressText:
    "The address is on OFAC’s list. Release the money only if you know that this is allowed, such as with a license from OFAC. The same address then opens no new review of this customer while the listed entry stays the same.",
  confirmAddress: "Listed address: block payouts",
  confirmTitle: "Block this customer’s payouts?",
  confirmText:
    "Payouts that wait are rejected, and approved ones that were not sent are canceled. Refunds to a destination that the customer named fail. No payout of this customer is ever sent. You can’t undo this. Report to OFAC within 10 business days.",
  reason: "Reason",
  reasonHint: "What you compared, for the record. The customer does not see it.",
  reasonMissing: "Enter a reason.",
  states: {
    clearing: "Needs a second person",
    cleared: "Not the same person",
    confirmed: "Same person: payouts blocked",
  } as Words,
  addressStates: {
    cleared: "Allowed",
    confirmed: "Listed address: payouts blocked",
  } as Words,
  addressClearedFirst: (name: string) =>
    `${name} found that the money may be released. A second person must agree.`,
  clearedFirst: (name: string) =>
    `${name} found that this is another person. A second person must agree.`,
  decidedBy: (name: string) => `Decided by ${name}`,
  done: {
    cleared: "Released",
    clearing: "A second person must agree",
    confirmed: "Payouts blocked",
  } as Words,
  refusals: {
    sanctions_review_changed: "The review has changed. Read it again, then decide.",
    sanctions_evidence_unreadable:
      "We can’t read what was compared, so the match can’t be cleared. The payouts stay on hold.",
    conflicting_state: "Somebody has already decided.",
    dual_control_required: "You cleared it already. Another person must agree.",
  } as Words,
};
