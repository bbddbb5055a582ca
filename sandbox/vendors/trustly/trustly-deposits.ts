import * as z from "zod/mini";
import { toDecimalText } from "#contract/money";
import { faultyResponse } from "../../http/faulty-response.ts";
import { json, type SandboxResponse, type Silence, silence } from "../../http/response.ts";
import type { Exchange } from "../../http/router.ts";
import type { FaultBox } from "../../processors/faults.ts";
import type { SandboxDeps } from "../../sandbox-deps.ts";
import { type BookedTransaction, scriptOf, statusOf, type TrustlyBook } from "./trustly-book.ts";
import { amount, formOf, minorOf, reference } from "./trustly-forms.ts";

const name = "trustly";
const minMinor = 99;

const depositForm = z.strictObject({
  merchantReference: reference,
  amount,
  instantPayoutRequest: z.enum(["true", "false"]),
});

export interface DepositParts {
  readonly deps: SandboxDeps;
  readonly book: TrustlyBook;
  readonly faults: FaultBox;
  readonly newId: () => string;
  readonly present: (booked: BookedTransaction) => object;
  readonly refuse: (status: number, code: string) => SandboxResponse;
  /** Books a transaction and responds by the script of its account. */
  readonly booked: (
    script: ReturnType<typeof scriptOf>,
    transaction: BookedTransaction,
  ) => SandboxResponse | Silence;
}

/**
 * Deposits with a customer's consent, with the check of repeated references. As with refunds, the account decides.
 * Faults can be injected for the calls `payout` and `payout_look_up`.
 */
export function createDeposits({
  deps,
  book,
  faults,
  newId,
  refuse,
  booked,
  present,
}: DepositParts) {
  const requests = new Map<string, number>();

  function deposit({
    params,
    body,
  }: Exchange): SandboxResponse | Silence | Promise<SandboxResponse | Silence> {
    const consent = book.find(params["id"] ?? "");
    const form = formOf(depositForm, body);
    if (!form || consent?.type !== "1" || consent.paymentType !== "4") return refuse(400, "200");
    const { merchantReference } = form;
    requests.set(merchantReference, (requests.get(merchantReference) ?? 0) + 1);
    if (consent.consent !== "2") return refuse(400, "200");
    const amountMinor = minorOf(form.amount);
    if (amountMinor < minMinor) return refuse(400, "200");
    const isRepeated = book
      .all()
      .some(
        (transaction) =>
          transaction.merchantReference === merchantReference &&
          ["2", "3", "4"].includes(statusOf(transaction, deps.now())[0]),
      );
    if (isRepeated) return refuse(400, "210");
    const fault = faults.take(name, "payout", merchantReference);
    if (fault === "silent_without_charging") return silence;
    if (fault === "error_without_charging") return refuse(500, "100");
    if (fault === "rate_limited") return refuse(429, "100");
    if (fault === "refused") return refuse(400, "331");
    const script = scriptOf({ ...consent, type: "6" });
    if (script.status === "RJCT") return refuse(400, "330");
    const response = booked(script, {
      ...consent,
      transactionId: newId(),
      type: "6",
      merchantReference,
      originalTransactionId: consent.transactionId,
      amountMinor,
      bookedAt: deps.now(),
    });
    return response === silence
      ? silence
      : faultyResponse(deps, response as SandboxResponse, fault);
  }

  /** A look-up of a deposit, with the fault injected for it. */
  function lookedUp(
    { amountMinor, currency, merchantReference }: BookedTransaction,
    respond: (change?: object) => SandboxResponse,
  ): SandboxResponse | Silence | Promise<SandboxResponse | Silence> {
    const fault = faults.take(name, "payout_look_up", merchantReference);
    if (fault === "silent_without_charging") return silence;
    if (fault === "error_without_charging") return refuse(500, "100");
    if (fault === "rate_limited") return refuse(429, "100");
    const wrong = { amount: toDecimalText(amountMinor + 1, currency) };
    return faultyResponse(deps, respond(fault === "wrong_amount" ? wrong : {}), fault);
  }

  /** Lists the deposits in the format of the other payout processors' books. */
  function list(): SandboxResponse {
    const data = book
      .all()
      .filter(({ type }) => type === "6")
      .map((transaction) => ({
        payoutId: transaction.transactionId,
        idempotencyKey: transaction.merchantReference,
        amountMinor: transaction.amountMinor,
        status: statusOf(transaction, deps.now())[0],
        type: "bank_login",
        consentId: transaction.originalTransactionId,
        requests: requests.get(transaction.merchantReference) ?? 0,
        shown: present(transaction),
      }));
    return json(200, { data });
  }

  return { deposit, lookedUp, list };
}
