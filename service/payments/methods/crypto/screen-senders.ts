import { lockCustomer } from "../../../customers/profile/index.ts";
import { inTransaction } from "../../../platform/database/transaction.ts";
import { sendersOf } from "../../../rails/coins/index.ts";
import type { PaymentsDeps } from "../../payments-deps.ts";

/**
 * Opens a sanctions review of the customer if a listed address paid. The payment continues, because the money has
 * arrived. The review holds payouts and refunds to the customer.
 */
export async function screenSenders(
  deps: Pick<PaymentsDeps, "database" | "keyring" | "sanctions" | "store" | "webhooks">,
  { operatorId, paymentId }: { readonly operatorId: string; readonly paymentId: string },
): Promise<void> {
  const list = await deps.sanctions.readList();
  if (!list.current) return;
  const { addresses: index } = list.current;
  const senders = await sendersOf(deps.database.kysely, { operatorId, paymentId });
  const found = senders.filter(({ sender }) => index.find(sender).length > 0);
  if (found.length === 0) return;
  const payment = await deps.store.findByPayment(paymentId);
  const intent = payment && (await deps.store.read(payment.paymentIntentId));
  if (intent?.operatorId !== operatorId) return;
  const { externalCustomerId } = intent;
  const addresses = found.map(({ network, sender }) => ({
    network,
    address: sender,
    use: "deposit" as const,
  }));
  await deps.keyring.load(operatorId);
  await inTransaction(deps.database, async (tx) => {
    const customer = await lockCustomer(deps, tx, operatorId, externalCustomerId);
    if (customer) await deps.sanctions.check(tx, { operatorId, customer, addresses }, list);
  });
  deps.webhooks.wake();
}
