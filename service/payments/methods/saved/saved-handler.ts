import type { SavedPaymentMethod } from "#contract/api/payment-methods";
import type { OfferedPaymentMethod } from "#contract/client/session";
import type { OperatorSettings } from "../../../operators/accounts/index.ts";
import { type ApiError, fieldRefusal } from "../../../platform/http/api-error.ts";
import type { PaymentsDeps } from "../../payments-deps.ts";
import type { IntentRecord } from "../../records.ts";
import {
  findMethod,
  getMethodForPayment,
  listMethods,
  type SavedCard,
  type SavedMethod,
} from "../../saved-methods/index.ts";
import { isStillDebitable, mandateFor, payByDebit } from "../bank/bank-method.ts";
import { savedAccount } from "../bank/given-account.ts";
import { payByCard } from "../card/card-method.ts";
import { cvcProblem, expiryProblem } from "../card/card-rules.ts";
import type { CheckedSubmission, Submission, SubmissionHandler } from "../payment-method.ts";

/**
 * A saved card is charged after its CVC or a challenge, as the operator's setting says. A bank account needs a new
 * mandate.
 *
 * Throws `payment_method_not_found` (even if another customer has it), `payment_method_type_not_enabled`,
 * `card_expired`, `required` or `card_cvc_invalid` for the CVC, and the error codes of an ACH debit.
 */
export function createSavedHandler(deps: PaymentsDeps): SubmissionHandler<"saved"> {
  const settingsOf = async ({ operatorId }: IntentRecord) =>
    (await deps.operators.get(operatorId)).settings;
  return {
    async check(submission) {
      const { intent, body } = submission;
      const settings = await settingsOf(intent);
      const saved = await find(deps, intent, settings, body.paymentMethodId);
      return onlyIfStillSaved(deps, submission, await payWith(deps, submission, saved, settings));
    },
    async pricedAs(intent, { paymentMethodId }) {
      const { details } = await find(deps, intent, await settingsOf(intent), paymentMethodId);
      if (details.type !== "card") return undefined;
      return { brand: details.brand, prefix: details.number.slice(0, 8) };
    },
    async quote(intent, { paymentMethodId, locale = "en" }, price) {
      const { details } = await find(deps, intent, await settingsOf(intent), paymentMethodId);
      if (details.type !== "bank") return {};
      const { account } = details;
      return {
        mandate: await mandateFor(deps, intent, price, locale, account),
        bankName: deps.banks.nameOf(account.routingNumber),
      };
    },
    async session(intent) {
      const settings = await settingsOf(intent);
      if (!settings.savedPaymentMethods) return {};
      const isUsable = (type: string) =>
        deps.methods.isOffered(intent, type) && (type !== "card" || deps.routing.takesSavedCards);
      const methods = (await listMethods(deps, intent)).filter(({ type }) => isUsable(type));
      const unusable = await Promise.all(methods.map((method) => isUnusable(deps, intent, method)));
      const lastUse = (method: OfferedPaymentMethod) => method.lastUsedAt ?? method.createdAt;
      return {
        savedPaymentMethods: methods
          .map((method, index): OfferedPaymentMethod => {
            const verification =
              method.type === "card" ? settings.savedCardVerification : ("mandate" as const);
            return { ...method, verification, isExpired: unusable[index] === true };
          })
          .sort((one, other) => lastUse(other).localeCompare(lastUse(one))),
        canSavePaymentMethod: ["card", "bank"].some(isUsable),
      };
    },
  };
}

/** Whether the method can only be removed: the card has expired, or the account must not be debited again. */
async function isUnusable(
  deps: PaymentsDeps,
  intent: IntentRecord,
  { paymentMethodId, paymentMethod, type }: SavedPaymentMethod,
): Promise<boolean> {
  if ("expiryYear" in paymentMethod) {
    const { expiryMonth, expiryYear } = paymentMethod;
    return expiryProblem(expiryMonth, expiryYear, deps.clock.nowMs()) !== null;
  }
  if (type !== "bank") return false;
  const saved = await findMethod(deps, intent, paymentMethodId);
  if (saved?.details.type !== "bank") return true;
  return !(await isStillDebitable(deps, intent.operatorId, saved.details.account));
}

async function find(
  deps: PaymentsDeps,
  intent: IntentRecord,
  settings: OperatorSettings,
  paymentMethodId: string,
): Promise<SavedMethod> {
  if (!settings.savedPaymentMethods) throw fieldRefusal("payment_method_type_not_enabled", "type");
  const saved = await findMethod(deps, intent, paymentMethodId);
  if (!saved) throw notFound();
  return saved;
}

async function payWith(
  deps: PaymentsDeps,
  submission: Submission<"saved">,
  { details }: SavedMethod,
  settings: OperatorSettings,
): Promise<CheckedSubmission> {
  const { cvc, mandate, browser } = submission.body;
  if (details.type === "bank") {
    if (!mandate) throw fieldRefusal("required", "mandate");
    return payByDebit(deps, { ...submission, browser }, savedAccount(details.account), mandate);
  }
  requireUsable(deps, details, cvc, settings.savedCardVerification);
  return payByCard(deps, { ...submission, browser }, details, cvc, {
    mandateChallenge: settings.savedCardVerification === "three_ds",
    credentialOnFile: "used",
    networkTransactionId: details.networkTransactionId,
  });
}

function requireUsable(
  deps: PaymentsDeps,
  card: SavedCard,
  cvc: string | undefined,
  verification: OperatorSettings["savedCardVerification"],
): void {
  const expiry = expiryProblem(card.expiryMonth, card.expiryYear, deps.clock.nowMs());
  if (expiry) throw fieldRefusal(expiry, "paymentMethodId");
  if (cvc === undefined && verification === "cvc") throw fieldRefusal("required", "cvc");
  const problem = cvc === undefined ? null : cvcProblem(card.number, cvc);
  if (problem) throw fieldRefusal(problem, "cvc");
}

/** The method may have been removed before the payment starts. */
function onlyIfStillSaved(
  deps: PaymentsDeps,
  { intent, body }: Submission<"saved">,
  checked: CheckedSubmission,
): CheckedSubmission {
  return {
    ...checked,
    async start(context) {
      if (!(await getMethodForPayment(deps, intent, body.paymentMethodId))) throw notFound();
      return checked.start(context);
    },
  };
}

function notFound(): ApiError {
  return fieldRefusal("payment_method_not_found", "paymentMethodId");
}
