/** Texts about ACH files that need a decision. */
export const english = {
  title: "Bank files that need a decision",
  lead: "The service stopped while it handed these files to the bank. It can't know whether the bank has them, so it does not send them again by itself. Payouts and debits in them stay open until you decide.",
  steps:
    "Look up the file in your bank's portal, or call the bank and name the file, the number of entries and the totals.",
  entries: (count: number) => `${count} ${count === 1 ? "entry" : "entries"} of yours`,
  out: "Paid out",
  in: "Debited",
  since: "Sending started",
  shared:
    "This file also holds other operators' entries. The people who run the service decide with `npm run operator -- ach confirm` or `ach release`.",
  adminDecides: "An admin decides.",
  confirm: "Confirm: the bank has it",
  confirmTitle: "Confirm that the bank has this file?",
  confirmText:
    "We treat the file as sent. Its payouts and debits settle unless the bank returns them. We don't send it again.",
  confirmed: "The file is confirmed as sent.",
  release: "Send file again",
  releaseTitle: "Send this file to the bank again?",
  releaseText:
    "Do this only if the bank said that it does not have the file. Otherwise every payout and debit in it happens twice.",
  released: "We send the file again within 15 seconds.",
  reason: "Reason",
  reasonHint: "Who at the bank said what, and when. It is kept in the audit log.",
  reasonMissing: "Enter a reason.",
};
