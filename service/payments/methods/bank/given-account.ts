import type { BankAccountInput } from "#contract/bank-account";
import { isRoutingNumber } from "#contract/routing-number";
import { fieldRefusal } from "../../../platform/http/api-error.ts";
import { sharedAccountOf, shownDigitsOf } from "../../../rails/bank-login/index.ts";
import type { PaymentsDeps } from "../../payments-deps.ts";
import type { Submission } from "../payment-method.ts";
import { type AccountSource, isLoginUsed } from "./mandates.ts";

export interface GivenAccount {
  readonly account: BankAccountInput;
  readonly source: AccountSource;
  /** The request's field that a refusal names. */
  readonly field: string;
  /** How the customer recognizes the account. */
  readonly last4: string;
  /** The bank's name, from its own login. */
  readonly bankName?: string;
  readonly bankLoginId?: string;
  /** See `accountIndex` in mandates.ts. */
  readonly stableId?: string;
  /** Whether the numbers end with the customer's consent, so that they cannot be saved. */
  readonly isRevocable?: boolean;
}

/** An account that was saved with an earlier payment. */
export function savedAccount(account: BankAccountInput): GivenAccount {
  const last4 = account.accountNumber.slice(-4);
  return { account, source: "saved", field: "paymentMethodId", last4 };
}

/**
 * Returns the account as typed, or as shared in a bank login of this intent. Throws `routing_number_invalid`,
 * `bank_login_not_confirmed` and `bank_login_used`.
 */
export async function givenAccount(
  deps: Pick<PaymentsDeps, "database" | "keyring">,
  { intent, body }: Pick<Submission<"bank">, "intent" | "body">,
): Promise<GivenAccount> {
  const { bankAccount, bankLoginId = "" } = body;
  if (bankAccount) {
    if (!isRoutingNumber(bankAccount.routingNumber)) {
      throw fieldRefusal("routing_number_invalid", "bankAccount.routingNumber");
    }
    const last4 = bankAccount.accountNumber.slice(-4);
    return { account: bankAccount, source: "typed", field: "bankAccount.accountNumber", last4 };
  }
  const { operatorId, paymentIntentId: subject } = intent;
  const { kysely } = deps.database;
  const shared = await sharedAccountOf(deps, kysely, { operatorId, subject }, bankLoginId);
  if (!shared) throw fieldRefusal("bank_login_not_confirmed", "bankLoginId");
  if (await isLoginUsed(kysely, operatorId, bankLoginId)) {
    throw fieldRefusal("bank_login_used", "bankLoginId");
  }
  const { routingNumber, accountNumber, accountType, holderName } = shared;
  if (!isRoutingNumber(routingNumber)) throw fieldRefusal("routing_number_invalid", "bankLoginId");
  return {
    account: { routingNumber, accountNumber, accountType, holderName },
    source: "bank_login",
    field: "bankLoginId",
    last4: shownDigitsOf(shared),
    bankName: shared.bankName,
    bankLoginId,
    // Numbers that do not change identify the account, even if typed or saved later.
    ...(shared.isRevocable && shared.stableId !== undefined && { stableId: shared.stableId }),
    isRevocable: shared.isRevocable === true,
  };
}
