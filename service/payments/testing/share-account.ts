import type { CreatedPaymentIntent } from "#contract/api/payment-intents";
import type { SharedAccount } from "#contract/connectors/bank-login";
import { type BankWorld, goodAccount } from "./bank-world.ts";

let serial = 0;

/** Confirms a bank login without a visit to the bank. Resolves with the login's id. */
export async function shareAccount(
  world: BankWorld,
  { paymentIntentId }: CreatedPaymentIntent,
  shared: Partial<SharedAccount> = {},
): Promise<string> {
  serial += 1;
  const bankLoginId = `blg_shared${serial}`;
  const { database, keyring } = world.service.deps;
  const { operatorId } = world.operator;
  const place = { operatorId, table: "bank_logins", column: "account_sealed", id: bankLoginId };
  const account: SharedAccount = { ...goodAccount, bankName: "Harbour Bank", ...shared };
  const nowMs = world.clock.nowMs();
  await database.kysely
    .insertInto("bank_logins")
    .values({
      bank_login_id: bankLoginId,
      operator_id: operatorId,
      subject: paymentIntentId,
      status: "confirmed",
      version: 3,
      state_hash: `state of ${bankLoginId}`,
      verifier_sealed: null,
      authorization_sealed: null,
      opened_at: new Date(nowMs),
      browser_hash: null,
      consent_id: null,
      account_sealed: keyring.encryptField(place, JSON.stringify(account)),
      created_at: new Date(nowMs),
      updated_at: new Date(nowMs),
      expires_at: new Date(nowMs + 15 * 60_000),
    })
    .execute();
  return bankLoginId;
}
