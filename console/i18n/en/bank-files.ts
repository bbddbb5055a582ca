/** The words for ACH files that need a decision, in English. */
export const english = {
  title: "Bank files that need a decision",
  lead: "The service stopped while it handed these files to the bank. It can't know whether the bank has them, so it does not send them again by itself. Payouts and debits in them stay open until you decide.",
  steps:
    "Look up the file in your bank's portal, or call the bank and name the file, the number of entries and the totals.",
  entries: (count: number) => `${count} ${count === 1 ? "entry" : "entries"} of yours`,
  out: "Paid out",
  in: "Debited",
  since: "Handing over began",
  shared:
    "This file also holds other operators' entries. Who runs the service decides about it with `npm run operator -- ach confirm` or `ach release`.",
  adminDecides: "An admin decides about it.",
  confirm: "The bank has it",
  confirmTitle: "The bank has this file?",
  confirmText:
    "The file counts as handed over. Its payouts and debits settle when nothing comes back. It is not sent again.",
  confirmed: "The file counts as handed over.",
  release: "Send it again",
  releaseTitle: "Send this file to the bank again?",
  releaseText:
    "Do this only when the bank has told you that it does not have the file. If it does, every payout and debit in it happens twice.",
  released: "The file is sent again within 15 seconds.",
  reason: "Reason",
  reasonHint: "Who at the bank said what, and when. It is kept in the audit log.",
  reasonMissing: "Enter a reason.",
};
