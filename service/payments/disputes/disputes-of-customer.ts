import { awaitUnlessBroken, unlessBroken } from "../../platform/secrets/seal.ts";
import { openContext, type PaymentContext } from "../payment-context.ts";
import type { PaymentsDeps } from "../payments-deps.ts";
import { toDispute } from "./dispute-rows.ts";
import { listFiles, readFile } from "./evidence-store.ts";
import { readInquiry } from "./inquiries/inquiry-store.ts";
import { presentDispute } from "./present-dispute.ts";

/** Streams a customer's disputes, oldest first, one at a time, with their files in base64. Omits damaged contents. */
export async function* disputesOfCustomer(
  deps: Pick<PaymentsDeps, "database" | "keyring" | "clock" | "processors">,
  operatorId: string,
  externalCustomerId: string,
): AsyncGenerator<object> {
  const db = deps.database.kysely;
  const rows = await db
    .selectFrom("disputes")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where("external_customer_id", "=", externalCustomerId)
    .orderBy("dispute_id")
    .execute();
  await deps.keyring.load(operatorId);
  for (const dispute of rows.map(toDispute)) {
    const files = await listFiles(deps, db, dispute);
    const contents = [];
    for (const { kind, name, contentType } of files) {
      const file = await awaitUnlessBroken(() => readFile(deps, db, dispute, kind));
      const content = file && Buffer.from(file.content).toString("base64");
      contents.push({ kind, name, contentType, content: content ?? null });
    }
    const inquiry = await readInquiry(deps, db, dispute);
    yield {
      ...presentDispute(deps, dispute, files),
      files: contents,
      inquiryNotes: inquiry && { note: inquiry.note, answerNote: inquiry.answerNote },
    };
  }
}

/** Returns what was recorded when the customer paid, by payment. Omits what cannot be decrypted. */
export async function contextsOfIntent(
  { database, keyring }: Pick<PaymentsDeps, "database" | "keyring">,
  operatorId: string,
  paymentIntentId: string,
): Promise<(PaymentContext & { readonly paymentId: string })[]> {
  const rows = await database.kysely
    .selectFrom("payments")
    .select(["payment_id", "context_sealed"])
    .where("operator_id", "=", operatorId)
    .where("payment_intent_id", "=", paymentIntentId)
    .orderBy("payment_id")
    .execute();
  return rows.flatMap(({ payment_id: paymentId, context_sealed: contextSealed }) => {
    const context = unlessBroken(() =>
      openContext(keyring, operatorId, { paymentId, contextSealed }),
    );
    return context ? [{ paymentId, ...context }] : [];
  });
}
