import { OutgoingCallFailed, type OutgoingHttp } from "../../../platform/outgoing-http.ts";
import { type Call, problemOf, runExchange, type VendorResponse } from "../../kit/exchange.ts";
import { createTokenSource } from "../../kit/token-source.ts";
import type { PayoutDeadlines } from "../kit/payout-connector.ts";
import type { Payee, PayoutPayees } from "../kit/payout-payees.ts";
import type {
  ExpectedPayout,
  PayoutCapabilities,
  PayoutOrder,
  PayoutOutcome,
  PayoutProvider,
} from "../payout-provider.ts";
import { readDwollaNotice } from "./dwolla-notices.ts";
import {
  accountIdentity,
  accountReference,
  type BankDestination,
  bankFundingSource,
  payeeReference,
  receiveOnlyCustomer,
  transferRequest,
} from "./dwolla-requests.ts";
import {
  createdId,
  customerOf,
  failureCodeOf,
  idOfLink,
  isId,
  isOfAmount,
  reasonOfFailureCode,
  refusalOf,
  type Transfer,
  tokenOf,
  transferOf,
  transfersOf,
} from "./dwolla-responses.ts";
import type { DwollaSettings } from "./dwolla-settings.ts";

const hal = "application/vnd.dwolla.v1.hal+json";
const hourMs = 60 * 60_000;

export interface DwollaParts extends PayoutDeadlines {
  readonly http: OutgoingHttp;
  readonly payees: PayoutPayees;
  /** The machine's clock, for tokens. */
  readonly machineNowMs: () => number;
  /** A transfer waits at most this long for those before it. */
  readonly maxWaitMs: number;
}

type Step =
  | { readonly id: string; readonly isStored: boolean }
  | { readonly outcome: PayoutOutcome };

/**
 * Dwolla: a record and a funding source per payee, then a transfer. docs/connectors/dwolla.md says what is proven.
 *
 * Nothing before the transfer moves money, so a step without a usable response ends the try as unreached. A transfer
 * has our key twice: as `Idempotency-Key`, valid for a day, and as `correlationId`, which look-ups use.
 */
export function createDwollaPayouts(
  settings: DwollaSettings & { readonly name: string; readonly url: string },
  { http, payees, machineNowMs, maxWaitMs, sendDeadlineMs, lookUpDeadlineMs }: DwollaParts,
): PayoutProvider {
  const { url: base } = settings;

  const run = (call: Call) =>
    runExchange(
      (function* (): Generator<Call, VendorResponse, VendorResponse> {
        return yield call;
      })(),
      base,
      http,
    );

  const tokens = createTokenSource(async () => {
    const credentials = Buffer.from(`${settings.key}:${settings.secret}`).toString("base64");
    const response = await run({
      method: "POST",
      path: "/token",
      headers: {
        authorization: `Basic ${credentials}`,
        accept: "application/json",
        "content-type": "application/x-www-form-urlencoded",
      },
      body: "grant_type=client_credentials",
      deadlineMs: lookUpDeadlineMs,
    });
    return tokenOf(response) ?? { refused: response };
  }, machineNowMs);

  /** Calls with a token, and forgets it if Dwolla refuses it. */
  async function call(
    token: string,
    path: string,
    body?: { readonly content: object; readonly key: string; readonly type?: string },
  ): Promise<VendorResponse> {
    const response = await run({
      method: body ? "POST" : "GET",
      path,
      headers: {
        authorization: `Bearer ${token}`,
        accept: hal,
        ...(body && { "content-type": body.type ?? hal, "idempotency-key": body.key }),
      },
      ...(body && { body: JSON.stringify(body.content) }),
      deadlineMs: body ? sendDeadlineMs : lookUpDeadlineMs,
    });
    if (hasStatus(response, 401)) tokens.forget(token);
    return response;
  }

  /** The payee's record: stored, new, or made by a request with a lost response. */
  async function payeeRecord(
    token: string,
    payee: Payee,
    holderName: string,
    email: string,
  ): Promise<Step> {
    const stored = await payees.find(payee, null);
    if (stored !== undefined) return { id: stored, isStored: true };
    const reference = payeeReference(payee);
    const content = receiveOnlyCustomer(holderName, email, reference);
    if (content === null) return refused("name_not_supported");
    const response = await call(token, "/customers", { content, key: reference });
    const customerId = createdId(response, base, "customers");
    if (customerId !== null)
      return { id: await payees.save(payee, null, customerId), isStored: false };
    const refusal = refusalOf(response);
    const known = refusal?.code === "Duplicate" ? idOfLink(refusal.about, base, "customers") : null;
    if (known === null) return stepOutcome(response);
    const found = customerOf(await call(token, `/customers/${known}`));
    if (!found) return { outcome: { type: "unreached" } };
    // Another customer has this e-mail address; the record is theirs.
    if (found.correlationId !== reference) return refused("payee_email_in_use");
    return { id: await payees.save(payee, null, known), isStored: false };
  }

  async function payeeAccount(
    token: string,
    payee: Payee,
    record: string,
    destination: BankDestination,
  ): Promise<Step> {
    const account = accountIdentity(destination);
    const stored = await payees.find(payee, account);
    if (stored !== undefined) return { id: stored, isStored: true };
    const response = await call(token, `/customers/${record}/funding-sources`, {
      content: bankFundingSource(destination),
      key: accountReference(payee, account),
    });
    const refusal = refusalOf(response);
    const made =
      createdId(response, base, "funding-sources") ??
      (refusal?.code === "DuplicateResource"
        ? idOfLink(refusal.about, base, "funding-sources")
        : null);
    if (made !== null) return { id: await payees.save(payee, account, made), isStored: false };
    // Dwolla lost the payee's record: the next try makes one.
    if (hasStatus(response, 404)) await payees.remove(payee, null);
    return stepOutcome(response);
  }

  /**
   * Sends one transfer at a time: Dwolla refuses concurrent ones from a funding source. A transfer that waits longer
   * than `maxWaitMs` is not sent, because another process may take the payout over.
   */
  let last: Promise<unknown> = Promise.resolve();
  function inTurn(transfer: () => Promise<VendorResponse>): Promise<VendorResponse> {
    const notSent = new OutgoingCallFailed("refused", "no");
    let state: "waiting" | "sent" | "given_up" = "waiting";
    const done = last.then(() => {
      if (state === "given_up") return notSent;
      state = "sent";
      return transfer();
    });
    last = done.catch(() => {});
    const givenUp = new Promise<VendorResponse>((resolve) => {
      const timer = setTimeout(() => {
        if (state !== "waiting") return;
        state = "given_up";
        resolve(notSent);
      }, maxWaitMs);
      void last.then(() => clearTimeout(timer));
    });
    return Promise.race([done, givenUp]);
  }

  async function send(order: PayoutOrder, key: string): Promise<PayoutOutcome> {
    const { destination, currency, operatorId, payee } = order;
    if (destination.type !== "bank") return refused("destination_not_supported").outcome;
    if (currency !== "USD") return refused("currency_not_supported").outcome;
    if (payee.email === null) return refused("payee_email_missing").outcome;
    const owner = { operatorId, externalCustomerId: payee.externalCustomerId };
    const current = await tokens.get();
    if (!("token" in current)) return stepOutcome(current.refused).outcome;
    const { token } = current;
    const record = await payeeRecord(token, owner, destination.holderName, payee.email);
    if ("outcome" in record) return record.outcome;
    const account = await payeeAccount(token, owner, record.id, destination);
    if ("outcome" in account) return account.outcome;
    const places = { base, from: settings.fundingSourceId, to: account.id };
    const content = transferRequest(order, key, places, settings.bankSpeed);
    const response = await inTurn(() =>
      call(token, "/transfers", { content, key, type: "application/json" }),
    );
    const outcome = transferOutcome(response, base);
    const isGone = outcome.type === "rejected" && outcome.reason.startsWith("/_links/destination");
    if (!isGone || !account.isStored) return outcome;
    // Dwolla may have removed the account; the next try registers it again. Nothing was sent.
    await payees.remove(owner, accountIdentity(destination));
    return { type: "unreached" };
  }

  async function lookUp(key: string, expected: ExpectedPayout): Promise<PayoutOutcome> {
    const current = await tokens.get();
    if (!("token" in current)) return unknown(current.refused);
    const { token } = current;
    const { payoutId } = expected;
    if (payoutId) {
      if (!isId(payoutId)) return { type: "unknown", reason: "id" };
      const response = await call(token, `/transfers/${payoutId}`);
      const found = transferOf(response);
      if (!found) return unknown(response);
      if (found.id.toLowerCase() !== payoutId) return { type: "unknown", reason: "id" };
      return settled(token, found, key, expected);
    }
    const search = `/accounts/${settings.accountId}/transfers?correlationId=${encodeURIComponent(key)}`;
    const answer = await call(token, search);
    const listed = transfersOf(answer);
    if (!listed) return unknown(answer);
    const [found, ...others] = listed.filter(({ correlationId }) => correlationId === key);
    if (others.length > 0) return { type: "unknown", reason: "several_transfers" };
    if (found) return settled(token, found, key, expected);
    // A list of other transfers means that Dwolla did not search.
    return listed.length === 0
      ? { type: "not_found" }
      : { type: "unknown", reason: "not_searched" };
  }

  async function settled(
    token: string,
    found: Transfer,
    key: string,
    expected: ExpectedPayout,
  ): Promise<PayoutOutcome> {
    const payoutId = found.id.toLowerCase();
    if (!isId(payoutId)) return { type: "unknown", reason: "id" };
    if (found.correlationId !== key) return { type: "unknown", reason: "reference" };
    if (!isOfAmount(found, expected)) return { type: "mismatch", payoutId };
    switch (found.status) {
      case "pending":
        return { type: "pending", payoutId };
      case "processed":
        return { type: "paid", payoutId, paidAtMs: null };
      case "cancelled":
        return { type: "canceled", payoutId, reasonCode: "canceled" };
      case "failed": {
        const response = await call(token, `/transfers/${payoutId}/failure`);
        const code = failureCodeOf(response);
        if (code === null && !hasStatus(response, 404)) return unknown(response);
        return { type: "failed", payoutId, reasonCode: reasonOfFailureCode(code) };
      }
      default:
        return { type: "unknown", reason: "status_word" };
    }
  }

  return {
    name: settings.name,
    capabilities: capabilitiesOf(settings),
    send,
    lookUp,
    ...(settings.webhookSecret !== undefined && {
      readNotice: (received) => readDwollaNotice(settings.webhookSecret ?? "", received),
    }),
  };
}

function hasStatus(response: VendorResponse, status: number): boolean {
  return !(response instanceof OutgoingCallFailed) && response.statusCode === status;
}

function refused(reason: string) {
  return { outcome: { type: "rejected", reason, isAboutOurAccount: false } } as const;
}

function unknown(response: VendorResponse): PayoutOutcome {
  return { type: "unknown", reason: problemOf(response) };
}

/** What a response before the transfer means: refused for good, refused because of us, or try again. */
function stepOutcome(response: VendorResponse): { readonly outcome: PayoutOutcome } {
  if (response instanceof OutgoingCallFailed) return { outcome: { type: "unreached" } };
  const { statusCode } = response;
  if (statusCode === 401 || statusCode === 403) {
    return {
      outcome: { type: "rejected", reason: `status_${statusCode}`, isAboutOurAccount: true },
    };
  }
  const refusal = refusalOf(response);
  return refusal
    ? refused(refusal.path === "" ? refusal.code : refusal.path)
    : { outcome: { type: "unreached" } };
}

/** Reads the response to a transfer. With 400, 401 or 403 Dwolla made none; everything else is looked up. */
function transferOutcome(response: VendorResponse, base: string): PayoutOutcome {
  if (response instanceof OutgoingCallFailed) {
    return response.sent === "no" ? { type: "unreached" } : unknown(response);
  }
  const { statusCode } = response;
  const payoutId = createdId(response, base, "transfers");
  if (payoutId !== null) return { type: "pending", payoutId };
  if (statusCode === 401 || statusCode === 403) {
    return { type: "rejected", reason: `status_${statusCode}`, isAboutOurAccount: true };
  }
  if (statusCode !== 400) return unknown(response);
  const { path = "", code = "status_400" } = refusalOf(response) ?? {};
  // The refusal is about our own account, its balance or its limits.
  if (path.startsWith("/_links/source") || code === "OperationBlocked") {
    return { type: "rejected", reason: path || code, isAboutOurAccount: true };
  }
  const reason = path === "" ? code : path;
  if (path.startsWith("/amount")) {
    return { type: "rejected", reason, isAboutOurAccount: false, reasonCode: "limit_exceeded" };
  }
  return path.startsWith("/_links/destination")
    ? { type: "rejected", reason, isAboutOurAccount: false, reasonCode: "account_not_payable" }
    : { type: "rejected", reason, isAboutOurAccount: false };
}

function capabilitiesOf({ bankSpeed }: DwollaSettings): PayoutCapabilities {
  return {
    arrivals: {
      bank:
        bankSpeed === "real-time"
          ? { unit: "minutes", least: 1, most: 5 }
          : { unit: "business_days", least: 1, most: bankSpeed === "same-day" ? 2 : 4 },
    },
    currencies: ["USD"],
    needsEmail: true,
    lookUps: { firstMs: 60_000, maxMs: 6 * hourMs, atOnce: true, showReturns: true },
  };
}
