import type { Words } from "../words.ts";
import { plural } from "./plural.ts";

/** Texts about what was shown, sent and delivered for a disputed payment. */
export const english = {
  delivery: "Delivery",
  noDelivery:
    "Nothing reported. Your server can report carrier, tracking number, address and use of digital goods through the API; they then fill in the evidence.",
  recipient: "Recipient",
  address: "Delivery address",
  shipments: "Shipments",
  trackingNumber: "Tracking number",
  shipped: "Shipped",
  delivered: "Delivered",
  notDelivered: "Not delivered yet, or not reported",
  signedBy: (name: string) => `Signed by ${name}`,
  digital: "Digital delivery and use",
  ipAddress: "IP address",
  device: "Device",
  reportedAt: "Reported",
  messages: "Receipts and messages",
  outcomeShown: "The payment form shows the customer amount and order as paid, since",
  outcomeNotShown: "The payment form did not show this payment as paid.",
  noReceipts:
    "The service sends no receipts by e-mail or text. If your shop sent one, add it as a file to the evidence.",
  mandateCopy: "The customer can download a copy of the mandate in the payment form.",
  texts: "Text messages to this customer",
  noTexts: "The service sent this customer no text messages.",
  purposes: {
    payout: "Code for a payout",
    w9: "Code for tax information",
    unbound: "Code",
  } as Words,
  textStatuses: {
    pending: "Code not entered yet",
    approved: "Customer entered the code",
    failed: "Wrong codes entered",
    expired: "Code expired",
    canceled: "Replaced or canceled",
  } as Words,
  sentTimes: (count: number) => `sent ${plural(count, "time", "times")}`,
};
