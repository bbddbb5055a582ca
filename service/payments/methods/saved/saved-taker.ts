import type { OfferedPaymentMethod } from "../../../../contract/client/session.ts";
import type { OperatorSettings } from "../../../operators/index.ts";
import {
  findMethod,
  type KeptCard,
  type KeptMethod,
  listMethods,
  takeMethod,
} from "../../../payment-methods/index.ts";
import { type ApiError, fieldRefusal } from "../../../platform/http/api-error.ts";
import { cvcProblem, expiryProblem } from "../../cards/card-rules.ts";
import type { PaymentsDeps } from "../../payments-deps.ts";
import type { IntentRecord } from "../../records.ts";
import { payByCard } from "../card/card-method.ts";
import type { CheckedSubmission, Submission, Taker } from "../payment-method.ts";

/**
 * Payments with a method that the customer kept. A card goes the way of any card, and asks for its CVC or
 * for a challenge, as the operator wants.
 *
 * Refuses with `payment_method_not_found` (another customer's too), `payment_method_type_not_enabled`,
 * `card_expired`, and `required` or `card_cvc_invalid` for the CVC.
 */
export function createSavedTaker(deps: PaymentsDeps): Taker<"saved"> {
  const settingsOf = async ({ operatorId }: IntentRecord) =>
    (await deps.operators.get(operatorId)).settings;
  return {
    async check(submission) {
      const { intent, body } = submission;
      const settings = await settingsOf(intent);
      const kept = await find(deps, intent, settings, body.paymentMethodId);
      return onlyIfStillKept(deps, submission, payWith(deps, submission, kept, settings));
    },
    async pricedAs(intent, { paymentMethodId }) {
      const { details } = await find(deps, intent, await settingsOf(intent), paymentMethodId);
      if (details.type !== "card") return undefined;
      return { brand: details.brand, prefix: details.number.slice(0, 8) };
    },
    async session(intent) {
      const settings = await settingsOf(intent);
      if (!settings.savedPaymentMethods) return {};
      const methods = await listMethods(deps, intent);
      const offered = methods.filter(({ type }) => deps.methods.isOffered(intent, type));
      const lastUse = (method: OfferedPaymentMethod) => method.lastUsedAt ?? method.createdAt;
      return {
        savedPaymentMethods: offered
          .map((method): OfferedPaymentMethod => {
            const verification =
              method.type === "card" ? settings.savedCardVerification : ("mandate" as const);
            return { ...method, verification, isExpired: isExpired(deps, method.paymentMethod) };
          })
          .sort((one, other) => lastUse(other).localeCompare(lastUse(one))),
        canSavePaymentMethod: ["card", "bank"].some((type) => deps.methods.isOffered(intent, type)),
      };
    },
  };
}

async function find(
  deps: PaymentsDeps,
  intent: IntentRecord,
  settings: OperatorSettings,
  paymentMethodId: string,
): Promise<KeptMethod> {
  if (!settings.savedPaymentMethods) throw fieldRefusal("payment_method_type_not_enabled", "type");
  const kept = await findMethod(deps, intent, paymentMethodId);
  if (!kept) throw notFound();
  return kept;
}

function payWith(
  deps: PaymentsDeps,
  submission: Submission<"saved">,
  { details }: KeptMethod,
  settings: OperatorSettings,
): CheckedSubmission {
  if (details.type !== "card") throw fieldRefusal("payment_method_type_not_enabled", "type");
  const { cvc, browser } = submission.body;
  requireUsable(deps, details, cvc, settings.savedCardVerification);
  const mandateChallenge = settings.savedCardVerification === "three_ds";
  return payByCard(deps, { ...submission, browser }, details, cvc, { mandateChallenge });
}

function requireUsable(
  deps: PaymentsDeps,
  card: KeptCard,
  cvc: string | undefined,
  verification: OperatorSettings["savedCardVerification"],
): void {
  const expiry = expiryProblem(card.expiryMonth, card.expiryYear, deps.clock.nowMs());
  if (expiry) throw fieldRefusal(expiry, "paymentMethodId");
  if (cvc === undefined && verification === "cvc") throw fieldRefusal("required", "cvc");
  const problem = cvc === undefined ? null : cvcProblem(card.number, cvc);
  if (problem) throw fieldRefusal(problem, "cvc");
}

/** Taken in the moment when the payment begins: one that was removed meanwhile pays for nothing. */
function onlyIfStillKept(
  deps: PaymentsDeps,
  { intent, body }: Submission<"saved">,
  checked: CheckedSubmission,
): CheckedSubmission {
  return {
    ...checked,
    async start(context) {
      if (!(await takeMethod(deps, intent, body.paymentMethodId))) throw notFound();
      return checked.start(context);
    },
  };
}

function isExpired({ clock }: PaymentsDeps, shown: OfferedPaymentMethod["paymentMethod"]): boolean {
  if (!("expiryYear" in shown)) return false;
  return expiryProblem(shown.expiryMonth, shown.expiryYear, clock.nowMs()) === "card_expired";
}

function notFound(): ApiError {
  return fieldRefusal("payment_method_not_found", "paymentMethodId");
}
