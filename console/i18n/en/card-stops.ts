/** Texts about cards that a network said not to try again. */
export const english = {
  stopped: "This card is blocked",
  stoppedText:
    "The card network said not to try this card again. We decline payments with it, from any customer, without asking the bank.",
  declined: "Declined on",
  until: "Ends by itself on",
  opened: "This card can be charged again",
  openedText: "A decline stopped it. Someone on your team lifted the stop.",
  /** Followed by a date. */
  savedUntil: "Not charged until",
  lift: "Allow charges",
  liftTitle: "Allow charges of this card again?",
  liftText:
    "Do this only if the customer’s bank says that the card works again. Card networks fine businesses that try a card after they said no. Another decline of this kind stops the card again. We record who allowed it, and why.",
  reason: "Reason",
  reasonHint: "For the record. Customers don’t see it.",
  reasonMissing: "Enter a reason.",
  lifted: "Allowed",
  liftedBy: (name: string) => `Allowed by ${name},`,
};
