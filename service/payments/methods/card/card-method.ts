import { brandOf } from "#contract/card-brand";
import type { BrowserInfo } from "#contract/client/browser-info";
import type { ChargeRequest } from "#contract/connectors/processor";
import { ApiError } from "../../../platform/http/api-error.ts";
import type { PaymentsDeps } from "../../payments-deps.ts";
import type { CardSecret } from "../../records.ts";
import { attemptStatus, mayHaveCharged } from "../../states/attempt-states.ts";
import type { CheckedSubmission, PayingCustomer, PaymentMethod } from "../payment-method.ts";
import { saveAfterPayment } from "../saved/save-after-payment.ts";
import {
  chargeOrAuthenticate,
  continueAfterEnrolment,
  lookUpCard,
} from "./authenticate-attempt.ts";
import type { CardHandle } from "./card-handle.ts";
import { type CheckedCard, checkCard } from "./card-rules.ts";
import { failAttempt } from "./charge-attempt.ts";
import { nextThreeDSAction } from "./next-action.ts";
import { lookUpCharge, recoverCharge } from "./recover-charge.ts";
import { cardRefunds } from "./refund-charge.ts";
import { routeCard } from "./route-card.ts";
import { isStoppedCard } from "./stopped-cards.ts";
import { endChallenge } from "./three-ds/native-challenge.ts";
import { authenticatesItself, openChallengeOf } from "./three-ds/native-record.ts";

/**
 * 3-D Secure where needed, then a charge at a processor. A card is stored (sealed, until the payment is final) only
 * when 3-D Secure starts, because the customer's browser then leaves and returns.
 */
export function createCardMethod(deps: PaymentsDeps): PaymentMethod<"card"> {
  return {
    type: "card",
    check(submission) {
      const checked = checkCard(submission.body.card, deps.clock.nowMs());
      if (!checked.ok) throw new ApiError("validation_failed", { errors: checked.errors });
      const { browser, save } = submission.body;
      const { cvc, ...card } = checked.card;
      const customer = { ...submission, browser };
      const paid = payByCard(deps, customer, card, cvc, save ? { credentialOnFile: "stored" } : {});
      return save ? saveAfterPayment(deps, customer, paid, { type: "card", ...card }) : paid;
    },
    pricedAs(_intent, { card }) {
      return card && { brand: brandOf(card.prefix).name ?? "", prefix: card.prefix };
    },
    recover: recoverCharge,
    lookUp: lookUpCharge,
    cancellation: {
      reason: "payment_canceled",
      // A charge begins only after a step that cancellation excludes, or at a processor that ends it first.
      isPossible: (attempt) =>
        openChallengeOf(attempt) !== null ||
        (attemptStatus(attempt.step) === "pending" && !mayHaveCharged(attempt.step)),
      async endOutside(intent, attempt) {
        if (!openChallengeOf(attempt)) return true;
        return (await endChallenge(deps, intent, attempt, "canceled")).type === "declined";
      },
    },
    refunds: cardRefunds(deps),
    nextAction: (attempt) => nextThreeDSAction(deps, attempt),
  };
}

interface CardOptions {
  /** The issuer must confirm the payment with the customer; otherwise it fails. */
  readonly mandateChallenge?: boolean;
  /** Sent where the operator saves methods. */
  readonly credentialOnFile?: ChargeRequest["credentialOnFile"];
  /** The id of the payment that saved the card. */
  readonly networkTransactionId?: string | undefined;
}

/** `start` throws `processor_unavailable`. The `cvc` is in memory only, until the request ends. */
export function payByCard(
  deps: PaymentsDeps,
  customer: PayingCustomer & { readonly browser: BrowserInfo },
  checked: Omit<CheckedCard, "cvc">,
  cvc: string | undefined,
  { mandateChallenge = false, credentialOnFile, networkTransactionId }: CardOptions = {},
): CheckedSubmission {
  const typed = cardSecret(checked, customer);
  return {
    type: "card",
    pricedAs: { brand: checked.brand, prefix: typed.number.slice(0, 8) },
    async start({ handle, operator, price }) {
      const isSaved = operator.settings.savedPaymentMethods && deps.routing.takesSavedCards;
      const isMarked = credentialOnFile === "used" || isSaved;
      const card: CardSecret = {
        ...typed,
        ...(credentialOnFile && isMarked && { credentialOnFile }),
        ...(networkTransactionId !== undefined && { networkTransactionId }),
      };
      const routing = await routeCard(deps, operator, customer.intent, {
        paymentId: handle.paymentId,
        totalMinor: price.totalMinor,
        brand: checked.brand,
        prefix: card.number.slice(0, 8),
        isStored: card.credentialOnFile !== undefined,
      });
      const cardHandle: CardHandle = {
        ...handle,
        settings: operator.settings,
        operatorName: operator.name,
        card,
        cvc,
      };
      const instrumentIndex = deps.keyring.blindIndex(
        handle.operatorId,
        "payments.instrument",
        card.number,
      );
      const isStopped = await isStoppedCard(deps, handle.operatorId, instrumentIndex);
      const enrolment =
        isStopped || authenticatesItself(deps, routing.chosen)
          ? null
          : await lookUpCard(deps, card, checked.brand, routing.chosen);
      return {
        processor: routing.chosen,
        routing,
        instrumentIndex,
        paymentMethod: {
          brand: checked.brand,
          last4: card.number.slice(-4),
          expiryMonth: card.expiryMonth,
          expiryYear: card.expiryYear,
        },
        proceed(stored) {
          if (isStopped) return failAttempt(cardHandle, "do_not_try_again");
          return enrolment
            ? continueAfterEnrolment(cardHandle, stored, enrolment, { mandateChallenge })
            : chargeOrAuthenticate(cardHandle, stored, { mandateChallenge });
        },
      };
    },
  };
}

function cardSecret(
  card: Omit<CheckedCard, "cvc">,
  customer: PayingCustomer & { readonly browser: BrowserInfo },
): CardSecret {
  return {
    number: card.number,
    expiryMonth: card.expiryMonth,
    expiryYear: card.expiryYear,
    ...(card.holderName === undefined ? {} : { holderName: card.holderName }),
    ...(card.postalCode === undefined ? {} : { postalCode: card.postalCode }),
    browser: customer.browser,
    acceptHeader: customer.acceptHeader,
    ipAddress: customer.ipAddress,
  };
}
