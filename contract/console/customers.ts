/**
 * The operator's customers.
 *
 *   GET /console/api/customers?search=&page=&size=              → customerList (customers.read)
 *   GET /console/api/customers/{externalCustomerId}             → customerProfile
 *   GET /console/api/customers/{externalCustomerId}/history?page=&size=   → customerHistory
 *
 * `search` takes an id or the beginning of one, an e-mail, a phone number, or words of a name (each at
 * least two letters, beginnings do). A new or changed name is found a second later.
 */
import * as z from "zod/mini";
import { customer } from "../api/customers.ts";
import { listOf, pageQuery } from "../lists.ts";
import { eventSummary } from "./events.ts";
import { paymentSummary } from "./payments.ts";
import { payoutSummary } from "./payouts.ts";

/** Query of the list: the newest first. */
export const customerQuery = z.extend(pageQuery, {
  search: z._default(z.string().check(z.trim(), z.maxLength(200)), ""),
});
export type CustomerQuery = z.infer<typeof customerQuery>;

/** One line of the list. */
export const customerSummary = z.object({
  externalCustomerId: z.string(),
  name: z.nullable(z.string()),
  email: z.string(),
  kycStatus: z.nullable(z.string()),
  country: z.nullable(z.string()),
  createdAt: z.string(),
});
export type CustomerSummary = z.infer<typeof customerSummary>;

/** The list. */
export const customerList = listOf(customerSummary);
export type CustomerList = z.infer<typeof customerList>;

/** All that is known of one. */
export const customerProfile = z.object({
  customer,
  isIdentityVerified: z.boolean(),
  /** The newest payments, and how many there are; the rest by `GET /payments?externalCustomerId=`. */
  payments: z.object({ data: z.array(paymentSummary), total: z.number() }),
  /** The same of payouts. */
  payouts: z.object({ data: z.array(payoutSummary), total: z.number() }),
});
export type CustomerProfile = z.infer<typeof customerProfile>;

/** Events about the customer's payments, verifications and payouts, the newest first. */
export const customerHistory = listOf(eventSummary);
export type CustomerHistory = z.infer<typeof customerHistory>;
