/**
 * `PUT /v1/client/customer-data`: the customer fills in missing data. Only missing fields can be set, because a client
 * secret proves an order, not an identity. If part of the address is missing, send the whole address.
 */
import * as z from "zod/mini";
import { customerDataUpdate } from "../api/customers.ts";
import { requirement } from "./session.ts";

/** Only the operator can change the e-mail address. */
export const fillInCustomerData = z.omit(customerDataUpdate, { email: true });
export type FillInCustomerData = z.infer<typeof fillInCustomerData>;

/** The remaining requirements, in order. */
export const filledInCustomerData = z.object({ requirements: z.array(requirement) });
export type FilledInCustomerData = z.infer<typeof filledInCustomerData>;
