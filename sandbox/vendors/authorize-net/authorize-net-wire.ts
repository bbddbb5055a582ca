/** The requests of Authorize.Net's API that the connector sends. */
import * as z from "zod/mini";
import type { ChargeRequest } from "#contract/connectors/processor";

const text = (pattern: RegExp) => z.string().check(z.regex(pattern));
const decimal = text(/^\d{1,10}\.\d{2}$/);
const currency = text(/^[A-Z]{3}$/);
const reference = text(/^[ -~]{1,20}$/);
const transId = text(/^\d{1,20}$/);
const line = (length: number) => z.optional(z.string().check(z.minLength(1), z.maxLength(length)));
const order = z.strictObject({ invoiceNumber: reference });

/** The API refuses fields in another order than the XML schema's, so the order here matters; see {@link inOrder}. */
const sale = z.strictObject({
  transactionType: z.literal("authCaptureTransaction"),
  amount: decimal,
  currencyCode: currency,
  payment: z.strictObject({
    creditCard: z.strictObject({
      cardNumber: text(/^\d{13,19}$/),
      expirationDate: text(/^\d{4}-(0[1-9]|1[0-2])$/),
      cardCode: z.optional(text(/^\d{3,4}$/)),
    }),
  }),
  order,
  customer: z.optional(z.strictObject({ email: z.string().check(z.maxLength(255)) })),
  billTo: z.optional(
    z.strictObject({
      firstName: line(50),
      lastName: line(50),
      address: line(60),
      city: line(40),
      state: line(40),
      zip: line(20),
      country: line(60),
      phoneNumber: line(25),
    }),
  ),
  customerIP: z.optional(text(/^(\d{1,3}\.){3}\d{1,3}$/)),
  cardholderAuthentication: z.optional(
    z.strictObject({
      authenticationIndicator: z.enum(["0", "1", "2", "5", "6", "7"]),
      cardholderAuthenticationValue: text(/^[A-Za-z0-9+/]{1,40}={0,2}$/),
    }),
  ),
  transactionSettings: z.strictObject({
    setting: z.array(
      z.strictObject({
        settingName: z.enum(["allowPartialAuth", "duplicateWindow"]),
        settingValue: z.string(),
      }),
    ),
  }),
  surcharge: z.optional(z.strictObject({ amount: decimal })),
  merchantDescriptor: z.optional(text(/^[ -~]{1,25}$/)),
  processingOptions: z.optional(
    z.strictObject({
      isFirstSubsequentAuth: z.optional(z.literal("true")),
      isStoredCredentials: z.optional(z.literal("true")),
    }),
  ),
});
export type Sale = z.infer<typeof sale>;

const voiding = z.strictObject({
  transactionType: z.literal("voidTransaction"),
  refTransId: transId,
});

const refund = z.strictObject({
  transactionType: z.literal("refundTransaction"),
  amount: decimal,
  currencyCode: currency,
  payment: z.strictObject({
    creditCard: z.strictObject({ cardNumber: text(/^\d{4}$/), expirationDate: z.literal("XXXX") }),
  }),
  refTransId: transId,
  order,
});
export type Refund = z.infer<typeof refund>;

const merchantAuthentication = z.strictObject({ name: z.string(), transactionKey: z.string() });
const sorting = z.discriminatedUnion("orderBy", [
  z.strictObject({ orderBy: z.literal("submitTimeUTC"), orderDescending: z.literal(true) }),
  z.strictObject({ orderBy: z.literal("id"), orderDescending: z.literal(false) }),
]);
const paging = z.strictObject({ limit: text(/^\d{1,4}$/), offset: text(/^\d{1,6}$/) });

const day = text(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/);

export const requests = {
  createTransactionRequest: z.strictObject({
    merchantAuthentication,
    refId: reference,
    transactionRequest: z.discriminatedUnion("transactionType", [sale, voiding, refund]),
  }),
  getTransactionDetailsRequest: z.strictObject({ merchantAuthentication, transId }),
  getUnsettledTransactionListRequest: z.strictObject({
    merchantAuthentication,
    status: z.literal("any"),
    sorting,
    paging,
  }),
  getSettledBatchListRequest: z.strictObject({
    merchantAuthentication,
    includeStatistics: z.optional(z.enum(["true", "false"])),
    firstSettlementDate: z.optional(day),
    lastSettlementDate: z.optional(day),
  }),
  getTransactionListRequest: z.strictObject({
    merchantAuthentication,
    batchId: z.string(),
    sorting,
    paging,
  }),
  authenticateTestRequest: z.strictObject({ merchantAuthentication }),
} as const;

/** The first field of every request. */
export const credentials = z.object({ merchantAuthentication });

/**
 * Returns the request if its fields have the schema's order. A parsed value always has that order, so only then is its
 * JSON equal to the sent one.
 */
export function inOrder<T extends z.ZodMiniType>(schema: T, sent: unknown): z.infer<T> | undefined {
  const parsed = schema.safeParse(sent);
  const isEqual = parsed.success && JSON.stringify(sent) === JSON.stringify(parsed.data);
  return isEqual ? parsed.data : undefined;
}

/** The charge that a sale asks for, in the sandbox's terms. */
export function chargeOf(request: Sale): ChargeRequest {
  const { cardNumber, expirationDate, cardCode } = request.payment.creditCard;
  const [year, month] = expirationDate.split("-");
  const proof = request.cardholderAuthentication;
  const { surcharge } = request;
  const { zip } = request.billTo ?? {};
  return {
    merchantReference: request.order.invoiceNumber,
    amountMinor: minorOf(request.amount),
    currency: request.currencyCode,
    ...(surcharge && { surchargeMinor: minorOf(surcharge.amount) }),
    card: {
      number: cardNumber,
      expiryMonth: Number(month),
      expiryYear: Number(year),
      ...(cardCode === undefined ? {} : { cvc: cardCode }),
      ...(zip === undefined ? {} : { postalCode: zip }),
    },
    descriptor: request.merchantDescriptor ?? "AUTHORIZE.NET MERCHANT",
    ...(proof && {
      threeDSecure: {
        version: "2.2.0",
        transStatus: ["5", "2"].includes(proof.authenticationIndicator) ? "Y" : "A",
        eci: `0${proof.authenticationIndicator}`,
        authenticationValue: proof.cardholderAuthenticationValue,
        // The API has no field for it, so the books do not contain the authentication.
        dsTransId: "",
      },
    }),
  };
}

/** Minor units of an amount in dollars. */
export function minorOf(amount: string): number {
  return Number(amount.replace(".", ""));
}

/** The response reason code for each of the sandbox's decline codes. Most declines have none. */
export const reasonCodes: Readonly<Record<string, string>> = {
  expired_card: "8",
  incorrect_cvc: "65",
  lost_card: "4",
  stolen_card: "4",
  fraudulent: "251",
};

/** The address check's result for each postal code of Authorize.Net's testing guide. */
export const avsOfZip: Readonly<Record<string, string>> = {
  "46201": "A",
  "46203": "E",
  "46204": "G",
  "46205": "N",
  "46207": "R",
  "46208": "S",
  "46209": "U",
  "46211": "W",
  "46214": "X",
  "46217": "Z",
};

/** The postal code that the testing guide declines. */
export const declinedZip = "46282";

/** The security code's check result for each code of Authorize.Net's testing guide. */
export const cvvOfCode: Readonly<Record<string, string>> = {
  "900": "M",
  "901": "N",
  "902": "P",
  "903": "S",
  "904": "U",
};
