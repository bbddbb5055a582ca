/**
 * `PUT /v1/client/customer-data`: what a customer fills in because it was missing. Fields as in
 * CustomerData; only what is missing can be filled in, since a client secret proves an order and not
 * a person. The address is given whole when a part of it was missing.
 */
import * as z from "zod/mini";
import { customerDataUpdate } from "../api/customers.ts";
import { requirement } from "./session.ts";

/** The body. The e-mail is the operator's to change. */
export const fillInCustomerData = z.omit(customerDataUpdate, { email: true });
export type FillInCustomerData = z.infer<typeof fillInCustomerData>;

/** The answer: what is still owed, in order. */
export const filledInCustomerData = z.object({ requirements: z.array(requirement) });
export type FilledInCustomerData = z.infer<typeof filledInCustomerData>;
