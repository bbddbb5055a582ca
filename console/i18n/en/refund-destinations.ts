/** Texts about destinations that customers name for a refund, and about crypto that a payment did not use. */
export const english = {
  waiting: "Waits for the customer to say where the money goes.",
  copyLink: "Copy link for the customer",
  linkCopied: "Link copied. Send it to the customer only.",
  linkNotCopied: "The link could not be copied. Allow the browser to use the clipboard.",
  to: { bank: "Bank account", crypto: "Address" } as Readonly<Record<string, string>>,
  unreadable: "can't be read. Decline it, then refund the payment again.",
  sends: (amount: string, asset: string, network: string) => `${amount} ${asset} on ${network}`,
  decide: "The customer named this destination. No money has moved yet.",
  approve: "Approve and send",
  approveTitle: "Send this refund?",
  approveText: (amount: string, to: string) =>
    `${amount} goes to ${to}. A transfer cannot be taken back.`,
  approved: "Refund approved. It is being sent.",
  decline: "Decline",
  declineTitle: "Decline this destination?",
  declineText: "The refund fails, and no money moves. You can refund the payment again.",
  declined: "Destination declined. No money was sent.",
  returnTitle: (amount: string) => `Return ${amount}?`,
  returnText:
    "The customer gets a link and names an address. Nothing is sent before you approve it. It does not count against the payment.",
  return: (amount: string) => `Return ${amount}`,
  returnRequested: "Return requested. Copy the link for the customer.",
};
