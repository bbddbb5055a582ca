import type { ChargeAuthentication, ChargeRequest } from "#contract/connectors/processor";
import type { ChargeOrder } from "../card-processor.ts";
import type { FormValue } from "./form.ts";
import type { StripeSettings } from "./stripe-settings.ts";

/** The key of charges and refunds in Stripe's metadata. */
export const keyName = "tessera_key";

type Form = { readonly [name: string]: FormValue };

/** Characters on a card statement, with prefix and `* `. */
const longestStatement = 22;

/** `POST /v1/payment_intents`: charges nothing until it is confirmed. */
export function intentForm(
  { amountMinor, currency, descriptor, merchantReference }: ChargeRequest,
  key: string,
  { statementPrefix }: StripeSettings,
): Form {
  return {
    amount: amountMinor,
    currency: currency.toLowerCase(),
    allowed_payment_method_types: ["card"],
    capture_method: "automatic",
    confirmation_method: "automatic",
    metadata: { [keyName]: key, tessera_payment: merchantReference },
    statement_descriptor_suffix: suffixOf(descriptor, statementPrefix),
  };
}

/** `POST /v1/payment_methods`: the card, for one charge. */
export function cardForm({ card, customer }: ChargeRequest): Form {
  const { billingAddress: address } = customer ?? {};
  const postalCode = card.postalCode ?? address?.postalCode;
  return {
    type: "card",
    card: {
      number: card.number,
      exp_month: card.expiryMonth,
      exp_year: card.expiryYear,
      cvc: card.cvc,
    },
    billing_details: {
      name: card.holderName?.slice(0, 300) || undefined,
      email: customer?.email,
      phone: customer?.phoneNumber,
      address: {
        line1: address?.line1,
        line2: address?.line2,
        city: address?.city,
        state: address?.state,
        postal_code: postalCode,
        country: address?.country,
      },
    },
  };
}

/**
 * `POST /v1/payment_intents/{id}/confirm`: charges the card. Unless Stripe authenticates the customer (`native`), it
 * must not start its own 3-D Secure: it answers with an error if the issuer wants one. With a `return_url` its
 * challenge is a page for browsers, without Stripe's script.
 */
export function confirmForm(
  { threeDSecure, credentialOnFile, native }: ChargeOrder,
  paymentMethod: string,
): Form {
  return {
    payment_method: paymentMethod,
    ...(native ? { return_url: native.returnUrl } : { error_on_requires_action: true }),
    payment_method_options: {
      card: {
        // The customer is also present in later payments, so `used` needs no mark.
        setup_future_usage: credentialOnFile === "stored" ? "on_session" : undefined,
        ...(native
          ? { request_three_d_secure: native.mandateChallenge ? "challenge" : "any" }
          : { three_d_secure: threeDSecure && proofOf(threeDSecure) }),
      },
    },
    expand: ["latest_charge"],
  };
}

/** Stripe requires the authentication value. */
function proofOf(authentication: ChargeAuthentication): FormValue {
  const { version, eci, authenticationValue, dsTransId, transStatus } = authentication;
  if (authenticationValue === undefined) return undefined;
  return {
    version,
    cryptogram: authenticationValue,
    transaction_id: dsTransId,
    electronic_commerce_indicator: eci,
    ares_trans_status: authentication.aresTransStatus ?? transStatus,
  };
}

/** The text after the account's prefix. Stripe wants a letter in it, and refuses `<>\'"*`. */
function suffixOf(descriptor: string, prefix: string | undefined): string | undefined {
  if (prefix === undefined) return undefined;
  const plain = descriptor.replace(/[^a-zA-Z0-9 .,&_/+-]+/g, " ").replace(/ +/g, " ");
  const suffix = plain
    .trim()
    .slice(0, longestStatement - prefix.length - 2)
    .trim();
  return /[A-Za-z]/.test(suffix) ? suffix : undefined;
}
