import { readProfile } from "../../../customers/profile/index.ts";
import type { PayingCustomer } from "../../../providers/open-banking/index.ts";
import type { PaymentsDeps } from "../../payments-deps.ts";

/**
 * Describes the payer to vendors that assess the risk of a bank payment. Undefined for an unknown payment; only the id
 * of an erased customer.
 */
export async function describePayer(
  deps: PaymentsDeps,
  {
    operatorId,
    paymentIntentId,
  }: { readonly operatorId: string; readonly paymentIntentId: string },
): Promise<PayingCustomer | undefined> {
  const intent = await deps.store.read(paymentIntentId);
  if (intent?.operatorId !== operatorId) return undefined;
  const id = intent.externalCustomerId;
  const profile = await readProfile(deps, operatorId, id);
  if (!profile) return { id };
  const { firstName, lastName, email, phoneNumber, address } = profile;
  const name = [firstName, lastName].filter(Boolean).join(" ");
  return {
    id,
    ...(name && { name }),
    ...(email && { email }),
    ...(phoneNumber && { phoneNumber }),
    ...(address?.country && {
      address: {
        country: address.country,
        ...(address.line1 && { line1: address.line1 }),
        ...(address.line2 && { line2: address.line2 }),
        ...(address.city && { city: address.city }),
        ...(address.state && { state: address.state }),
        ...(address.postalCode && { postalCode: address.postalCode }),
      },
    }),
  };
}
