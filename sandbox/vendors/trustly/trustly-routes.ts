import * as z from "zod/mini";
import { parseJsonBody } from "../../http/parse-json-body.ts";
import { json, type SandboxResponse, type Silence, silence } from "../../http/response.ts";
import type { Exchange, Handler, Route } from "../../http/router.ts";
import { loginPassword, loginUsers } from "../../login-bank/accounts.ts";
import {
  consentPage,
  endedPage,
  loginPage,
  type PagePlace,
  paymentPage,
} from "../../login-bank/login-bank-pages.ts";
import { bankTexts } from "../../login-bank/login-bank-texts.ts";
import type { FaultBox } from "../../processors/faults.ts";
import type { SandboxDeps } from "../../sandbox-deps.ts";
import {
  type BookedTransaction,
  presentTransaction,
  sandboxMerchant,
  scriptOf,
  statusOf,
  type TrustlyBook,
  trustlyAccounts,
} from "./trustly-book.ts";
import { createDeposits } from "./trustly-deposits.ts";
import { createTrustlyEvents } from "./trustly-events.ts";
import { amount, formOf, minorOf, reference } from "./trustly-forms.ts";
import { isLogin, presentAccounts, sharedAccounts, slowMsOf } from "./trustly-logins.ts";
import { accessId, isOurApplication, isSignedRequest, signedReturn } from "./trustly-signature.ts";

const base = "/vendors/trustly";
const merchantName = "Tessera sandbox";
const pageLifeMs = 20 * 60_000;

interface Visit {
  readonly transactionId: string;
  readonly returnUrl: string;
  readonly cancelUrl: string;
  readonly language: string;
  readonly description: string;
  readonly openUntilMs: number;
  userName?: string;
}

/**
 * The part of Trustly's US API that the connector uses: deferred payments, logins without a payment, captures, refunds,
 * deposits, look-ups and signed events. The hosted page has the bank's users and accounts. Unknown fields of a request
 * are refused; Trustly does not document this.
 */
export function trustlyRoutes(deps: SandboxDeps, book: TrustlyBook, faults: FaultBox) {
  const visits = new Map<string, Visit>();
  const splitTokenOf = ({ transactionId }: BookedTransaction) =>
    `CO+s/${Buffer.from(transactionId).toString("base64")}+split`;
  const events = createTrustlyEvents(deps, book, splitTokenOf);
  let serial = Math.max(1_002_593_500, book.lastId());
  const newId = () => {
    serial += 1;
    return String(serial);
  };

  const call =
    (
      handler: (
        exchange: Exchange,
      ) => SandboxResponse | Silence | Promise<SandboxResponse | Silence>,
    ): Handler =>
    (exchange) =>
      isOurApplication(exchange.headers) ? handler(exchange) : refuse(401, "375");
  const present = (booked: BookedTransaction) => presentTransaction(book, booked, deps.now());

  function establish({ url, body }: Exchange): SandboxResponse {
    const form = parseJsonBody(establishRequest, body);
    if (!form || url.searchParams.get("createTransaction") !== "true") return refuse(400, "200");
    if (!isSignedRequest(form)) return refuse(400, "375");
    const isTaken = book
      .all()
      .some(
        (transaction) =>
          transaction.merchantReference === form.merchantReference &&
          ["2", "3", "4"].includes(statusOf(transaction, deps.now())[0]),
      );
    if (isTaken) return refuse(400, "210");
    const booked = book.save({
      transactionId: newId(),
      type: "1",
      paymentId: newId(),
      authorisationReference: form.merchantReference,
      merchantReference: form.merchantReference,
      amountMinor: minorOf(form.amount),
      currency: form.currency,
      ...(form.paymentType === "Retrieval" && { paymentType: "6" as const }),
      ...(form.paymentType === "Disbursement" && { paymentType: "4" as const }),
      ...(form.paymentType !== "Retrieval" && { notificationUrl: form.notificationUrl }),
      accountId: null,
      consent: "1",
      bookedAt: deps.now(),
    });
    const page = deps.randomUuid();
    visits.set(page, {
      transactionId: booked.transactionId,
      returnUrl: form.returnUrl,
      cancelUrl: form.cancelUrl,
      language: form.metadata.lang.replace("_", "-"),
      description: form.paymentType === "Deferred" ? form.description : "",
      openUntilMs: deps.machineNow() + pageLifeMs,
    });
    return json(200, {
      url: `${deps.publicUrl}${base}/hosted/${page}`,
      transactionId: booked.transactionId,
      merchantReference: form.merchantReference,
    });
  }

  const deposits = createDeposits({ deps, book, faults, newId, present, refuse, booked: bookNew });

  function getTransaction({
    params,
  }: Exchange): SandboxResponse | Silence | Promise<SandboxResponse | Silence> {
    const transaction = book.find(params["id"] ?? "");
    if (!transaction) return refuse(404, "200");
    const respond = (change = {}) => json(200, { ...present(transaction), ...change });
    return transaction.type === "6" ? deposits.lookedUp(transaction, respond) : respond();
  }

  function listTransactions({
    url,
  }: Exchange): SandboxResponse | Silence | Promise<SandboxResponse | Silence> {
    const paymentId = url.searchParams.get("payment.paymentId");
    if (paymentId === null) return refuse(400, "200");
    const transactions = book.ofPayment(paymentId);
    const from = Number(url.searchParams.get("startIndex") ?? 0);
    const count = Math.min(Number(url.searchParams.get("count") ?? 25), 100);
    const shown = [...transactions].reverse().slice(from, from + count);
    const respond = (change = {}) =>
      json(200, {
        transactions: shown.map((transaction) =>
          transaction.type === "6" ? { ...present(transaction), ...change } : present(transaction),
        ),
      });
    const [first] = transactions;
    return first?.paymentType === "4" ? deposits.lookedUp(first, respond) : respond();
  }

  function capture({ params, body }: Exchange): SandboxResponse | Silence {
    const authorised = book.find(params["id"] ?? "");
    const form = formOf(captureForm, body);
    if (!form || authorised?.type !== "1" || authorised.consent !== "2") return refuse(400, "200");
    if (isLogin(authorised)) return refuse(400, "200");
    if (form.splitToken !== splitTokenOf(authorised)) return refuse(400, "380");
    const captured = book.ofPayment(authorised.paymentId).filter(({ type }) => type === "3");
    if (captured.some((transaction) => transaction.merchantReference === form.merchantReference)) {
      return refuse(400, "210");
    }
    const sum = captured.reduce(
      (total, transaction) => total + transaction.amountMinor,
      minorOf(form.amount),
    );
    if (sum > authorised.amountMinor) return refuse(400, "200");
    const script = scriptOf({ ...authorised, type: "3" });
    if (script.status === "RJCT") return refuse(400, "330");
    return bookNew(script, {
      ...authorised,
      transactionId: newId(),
      type: "3",
      merchantReference: form.merchantReference,
      originalTransactionId: authorised.transactionId,
      amountMinor: minorOf(form.amount),
      bookedAt: deps.now(),
    });
  }

  async function listAccounts({ params }: Exchange): Promise<SandboxResponse> {
    const transaction = book.find(params["id"] ?? "");
    if (!transaction || !isLogin(transaction) || transaction.consent !== "2")
      return refuse(400, "200");
    await deps.sleep(slowMsOf(transaction));
    return json(200, { accounts: presentAccounts(transaction) });
  }

  /** Only a login's authorization can be canceled. */
  function cancel({ params, body }: Exchange): SandboxResponse {
    const transaction = book.find(params["id"] ?? "");
    if (!formOf(cancelForm, body) || !transaction || !isLogin(transaction))
      return refuse(400, "200");
    if (transaction.type !== "1" || transaction.consent !== "2") return refuse(400, "200");
    transaction.consent = "13";
    return json(200, present(book.save(transaction)));
  }

  /** Refunds a payment. Like Trustly, it does not check the reference: a second request is a second refund. */
  function refund({ params, body }: Exchange): SandboxResponse | Silence {
    const captured = book.find(params["id"] ?? "");
    const form = formOf(refundForm, body);
    if (!form || captured?.type !== "3") return refuse(400, "200");
    const { balance, status } = present(captured);
    if (!["4", "11"].includes(status) || minorOf(form.amount) > minorOf(balance)) {
      return refuse(400, "200");
    }
    const { balanceTooLowMs = 0 } = trustlyAccounts[captured.accountId ?? ""] ?? {};
    if (deps.now() < captured.bookedAt + balanceTooLowMs) return refuse(400, "331");
    const script = scriptOf({ ...captured, type: "4" });
    if (script.status === "RJCT") return refuse(400, "330");
    return bookNew(script, {
      ...captured,
      transactionId: newId(),
      type: "4",
      merchantReference: form.merchantReference,
      originalTransactionId: captured.transactionId,
      amountMinor: minorOf(form.amount),
      bookedAt: deps.now(),
    });
  }

  function bookNew(
    script: ReturnType<typeof scriptOf>,
    booked: BookedTransaction,
  ): SandboxResponse | Silence {
    book.save(booked);
    events.announceSoon();
    return script.responseFault === "silence" ? silence : json(200, present(booked));
  }

  const page =
    (
      handler: (visit: Visit, form: URLSearchParams, place: PagePlace) => SandboxResponse,
    ): Handler =>
    ({ params, body }) => {
      const id = params["page"] ?? "";
      const visit = visits.get(id);
      const booked = book.find(visit?.transactionId ?? "");
      const isOpen = visit && booked?.consent === "1" && deps.machineNow() < visit.openUntilMs;
      if (!isOpen) return endedPage(bankTexts(visit?.language ?? ""), "Trustly");
      const place = {
        brand: "Trustly",
        path: `${base}/hosted/${id}`,
        formTarget: new URL(visit.returnUrl).origin,
      };
      return handler(visit, new URLSearchParams(body), place);
    };
  function showPage(visit: Visit, _form: URLSearchParams, place: PagePlace): SandboxResponse {
    const texts = bankTexts(visit.language);
    const booked = book.find(visit.transactionId);
    if (!visit.userName || !booked) return loginPage(texts, { ...place, refused: false });
    if (isLogin(booked)) {
      return consentPage(texts, { ...place, clientName: merchantName, accounts: sharedAccounts });
    }
    const { amount, currency } = present(booked);
    return paymentPage(texts, {
      ...place,
      accounts: trustlyAccounts,
      order: {
        instructedAmount: { amount, currency },
        creditorName: merchantName,
        remittanceInformation: visit.description,
      },
    });
  }
  function logIn(visit: Visit, form: URLSearchParams, place: PagePlace): SandboxResponse {
    const user = loginUsers.find(({ userName }) => userName === form.get("userName"));
    if (!user || form.get("password") !== loginPassword) {
      return loginPage(bankTexts(visit.language), { ...place, refused: true });
    }
    visit.userName = user.userName;
    return redirect(place.path);
  }
  function decide(visit: Visit, consent: "2" | "7", accountId: string | null): BookedTransaction {
    const booked = book.find(visit.transactionId);
    if (!booked) throw new Error("a visit without a transaction");
    booked.accountId = accountId;
    if (visit.userName !== undefined) booked.userName = visit.userName;
    booked.consent = consent;
    book.save(booked);
    events.announceSoon();
    return booked;
  }
  function authorise(visit: Visit, form: URLSearchParams, place: PagePlace): SandboxResponse {
    const accountId = form.get("account") ?? "";
    const booked = book.find(visit.transactionId);
    const offered: object = booked && isLogin(booked) ? sharedAccounts : trustlyAccounts;
    if (!visit.userName || !Object.hasOwn(offered, accountId)) return showPage(visit, form, place);
    return sentBack(visit.returnUrl, decide(visit, "2", accountId));
  }
  function leave(visit: Visit): SandboxResponse {
    return sentBack(visit.cancelUrl, decide(visit, "7", null));
  }
  function sentBack(to: string, booked: BookedTransaction): SandboxResponse {
    const { transactionId, type: transactionType, merchantReference } = booked;
    const [status] = statusOf(booked, deps.now());
    const payment = { "payment.paymentType": booked.paymentType ?? "2", panel: "1" };
    const added = { transactionId, transactionType, merchantReference, status, ...payment };
    return redirect(signedReturn(to, added));
  }

  const routes: Route[] = [
    [`POST ${base}/establish`, call(establish)],
    [`GET ${base}/transactions`, call(listTransactions)],
    [`GET ${base}/transactions/:id`, call(getTransaction)],
    [`POST ${base}/transactions/:id/capture`, call(capture)],
    [`POST ${base}/transactions/:id/refund`, call(refund)],
    [`POST ${base}/transactions/:id/deposit`, call(deposits.deposit)],
    [`POST ${base}/transactions/:id/cancel`, call(cancel)],
    [`GET ${base}/transactions/:id/payment/paymentProvider/accounts`, call(listAccounts)],
    [`GET ${base}/hosted/:page`, page(showPage)],
    [`POST ${base}/hosted/:page/login`, page(logIn)],
    [`POST ${base}/hosted/:page/confirm`, page(authorise)],
    [`POST ${base}/hosted/:page/refuse`, page(leave)],
    [
      "GET /admin/trustly/events",
      () => {
        events.announceDue();
        return json(200, { data: events.deliveries() });
      },
    ],
    ["GET /admin/trustly/transactions", () => json(200, { data: book.all() })],
    ["GET /admin/payouts/trustly", deposits.list],
  ];
  return { routes, idle: events.idle, announceDue: events.announceDue };
}

const captureForm = z.strictObject({
  merchantReference: reference,
  amount,
  splitToken: z.string().check(z.minLength(1)),
});
const refundForm = z.strictObject({ merchantReference: reference, amount });
const short = z.string().check(z.minLength(1), z.maxLength(255));
const cancelForm = z.strictObject({ merchantReference: reference });
const common = {
  accessId: z.literal(accessId),
  merchantId: z.literal(sandboxMerchant),
  currency: z.enum(["USD", "CAD"]),
  merchantReference: reference,
  returnUrl: z.url(),
  cancelUrl: z.url(),
  metadata: z.strictObject({ lang: z.enum(["en_US", "es_US", "fr_CA"]) }),
  requestSignature: short,
};
const establishRequest = z.discriminatedUnion("paymentType", [
  z.strictObject({
    ...common,
    paymentType: z.literal("Deferred"),
    description: short,
    amount,
    customer: z.optional(
      z.strictObject({
        externalId: short,
        name: z.optional(short),
        address: z.optional(
          z.strictObject({
            address1: z.optional(short),
            address2: z.optional(short),
            city: z.optional(short),
            state: z.optional(short),
            zip: z.optional(short),
            country: z.string().check(z.regex(/^[A-Z]{2}$/)),
          }),
        ),
        phone: z.optional(short),
        email: z.optional(short),
      }),
    ),
    notificationUrl: z.url(),
  }),
  z.strictObject({
    ...common,
    paymentType: z.literal("Retrieval"),
    amount: z.literal("0.00"),
  }),
  z.strictObject({
    ...common,
    paymentType: z.literal("Disbursement"),
    amount: z.literal("0.00"),
    notificationUrl: z.url(),
  }),
]);

function refuse(status: number, code: string): SandboxResponse {
  return json(status, {
    errors: [{ domain: "com.trustly.sandbox", code: Number(code), message: `error ${code}` }],
  });
}

function redirect(location: string): SandboxResponse {
  return {
    kind: "response",
    status: 303,
    headers: { location, "cache-control": "no-store", "referrer-policy": "no-referrer" },
    body: "",
  };
}
