import type { BankAccountInput } from "#contract/bank-account";
import type { BrowserInfo } from "#contract/client/browser-info";
import type { MandateAcceptance } from "#contract/client/payments";
import type { MandateText } from "#contract/client/session";
import { returnReasonOf } from "#contract/connectors/nacha/return-codes";
import { ApiError, fieldRefusal } from "../../../platform/http/api-error.ts";
import { maxAchMinor } from "../../../rails/ach/index.ts";
import { sealDetails } from "../../flow/attempt-handle.ts";
import type { PaymentsDeps } from "../../payments-deps.ts";
import type { Price } from "../../pricing/index.ts";
import type { IntentRecord } from "../../records.ts";
import type { CheckedSubmission, PayingCustomer, PaymentMethod } from "../payment-method.ts";
import { saveAfterPayment } from "../saved/save-after-payment.ts";
import { recoverDebit } from "./apply-ach-outcome.ts";
import { achRailName, type BankDetail, companyNameOf, type DebitSecret } from "./bank-attempt.ts";
import { debitCancellation } from "./cancel-debit.ts";
import { refusalOfDebit } from "./debit-rules.ts";
import { type GivenAccount, givenAccount } from "./given-account.ts";
import { type MandateFacts, type MandateLocale, mandateText } from "./mandate-text.ts";
import { accountIndex, returnedDebits } from "./mandates.ts";
import { orderDebit } from "./order-debit.ts";
import { debitRefunds } from "./refund-debit.ts";

/**
 * A debit is ordered at once under the payment's id. It stays pending until its return window passes without a return.
 * A return within 60 days of that undoes the success.
 */
export function createBankMethod(deps: PaymentsDeps): PaymentMethod<"bank"> {
  return {
    type: "bank",
    supports: ({ currency, amountMinor }) =>
      deps.ach.isConfigured && currency === "USD" && amountMinor <= maxAchMinor,
    async check(submission) {
      const { mandate, browser, save } = submission.body;
      const given = await givenAccount(deps, submission);
      const customer = { ...submission, browser };
      const paid = await payByDebit(deps, customer, given, mandate);
      const details = { type: "bank", account: given.account } as const;
      const isSaved = save && !given.isRevocable;
      return isSaved ? saveAfterPayment(deps, customer, paid, details) : paid;
    },
    async quote(intent, { locale, routingNumber }, price) {
      return {
        mandate: await mandateFor(deps, intent, price, locale),
        ...(routingNumber !== undefined && { bankName: deps.banks.nameOf(routingNumber) }),
      };
    },
    async session(intent) {
      const isOffered =
        deps.config.bankLogin !== undefined && deps.methods.isOffered(intent, "bank");
      return isOffered ? { bankLogin: true } : {};
    },
    recover: recoverDebit,
    cancellation: debitCancellation(deps),
    refunds: debitRefunds(deps),
  };
}

/** Names a saved account by its last four digits. */
export async function mandateFor(
  deps: Pick<PaymentsDeps, "operators">,
  intent: IntentRecord,
  price: Price,
  locale: MandateLocale,
  saved?: BankAccountInput,
): Promise<MandateText> {
  const { name } = await deps.operators.get(intent.operatorId);
  return mandateText(factsOf(intent, name, price, saved), locale);
}

/** Pays by debit. Throws `mandate_changed` and the codes of {@link refusalOfDebit}. */
export async function payByDebit(
  deps: PaymentsDeps,
  customer: PayingCustomer & { readonly browser: BrowserInfo },
  given: GivenAccount,
  { version, locale }: MandateAcceptance,
): Promise<CheckedSubmission> {
  const { intent, browser, ipAddress } = customer;
  const { account, source } = given;
  const index = accountIndex(deps, intent.operatorId, account, given.stableId);
  const returned = await returnedDebits(deps.database.kysely, intent.operatorId, index);
  const hasStableId = given.stableId !== undefined;
  const refusal = refusalOfDebit(returned, intent.paymentIntentId, hasStableId);
  if (refusal) throw fieldRefusal(refusal, given.field);
  return {
    type: "bank",
    start({ handle, operator, price }) {
      if (price.totalMinor > maxAchMinor) throw new ApiError("amount_too_large");
      const saved = source === "saved" ? account : undefined;
      const agreed = mandateText(factsOf(intent, operator.name, price, saved), locale);
      if (agreed.version !== version) throw fieldRefusal("mandate_changed", "mandate.version");
      const summary = {
        bankName: given.bankName ?? deps.banks.nameOf(account.routingNumber),
        accountType: account.accountType,
        last4: given.last4,
      };
      const secret: DebitSecret = {
        account,
        accountIndex: index,
        ...(given.bankLoginId !== undefined && { bankLoginId: given.bankLoginId }),
        hasStableId,
        evidence: {
          text: agreed.text,
          operatorName: operator.name,
          holderName: account.holderName,
          ...summary,
          ipAddress,
          userAgent: browser.userAgent,
          accountSource: source,
        },
      };
      const detail: BankDetail = {
        mandate: {
          version,
          locale,
          acceptedAtMs: deps.clock.nowMs(),
          endedAtMs: null,
          accountSource: source,
          ...(given.isRevocable && { isRevocable: true }),
        },
      };
      return {
        processor: achRailName,
        paymentMethod: summary,
        detail,
        detailsSealed: sealDetails(deps, handle.operatorId, handle.paymentId, secret),
        proceed: (stored) => orderDebit(handle, stored),
      };
    },
  };
}

/**
 * Whether the account may be debited again: false after a return that needs another account or that the account holder
 * caused.
 */
export async function isStillDebitable(
  deps: Pick<PaymentsDeps, "keyring" | "database">,
  operatorId: string,
  account: BankAccountInput,
): Promise<boolean> {
  const index = accountIndex(deps, operatorId, account);
  const returned = await returnedDebits(deps.database.kysely, operatorId, index);
  return returned.every(({ returnCode }) => returnReasonOf(returnCode).next === "retry");
}

function factsOf(
  intent: IntentRecord,
  operatorName: string,
  { totalMinor, currency }: Price,
  saved?: BankAccountInput,
): MandateFacts {
  const facts = { operatorName, descriptor: companyNameOf(intent), totalMinor, currency };
  return saved ? { ...facts, savedLast4: saved.accountNumber.slice(-4) } : facts;
}
