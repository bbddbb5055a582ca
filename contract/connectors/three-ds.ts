import * as z from "zod/mini";

/*
 * EMV 3-D Secure 2.1/2.2, browser flow: messages between the 3DS server (Tessera), the directory server (DS) and the
 * access control server (ACS). Names are EMV's own, so that a real DS can be connected. Policy: docs/payments/cards.md.
 *
 *   3DS server → DS   POST {ds}/preq        PReq → PRes | Erro   (card ranges, kept for hours)
 *   3DS server → DS   POST {ds}/areq        AReq → ARes | Erro
 *   DS → 3DS server   POST threeDSServerURL RReq → RRes | Erro
 *   browser → ACS     form `creq` (CReq, base64url), `threeDSSessionData`
 *   ACS → browser → notificationURL         form `cres` (CRes, base64url), `threeDSSessionData`
 *   browser → ACS     form `threeDSMethodData` → notification URL with form `threeDSMethodData`
 *
 * `Authorization: Bearer <ds key>` in both directions replaces the mutual TLS of a real directory server.
 */

/** Supported message versions, oldest first. */
export const threeDSVersions = ["2.1.0", "2.2.0"] as const;

const uuid = z.uuid();

/** A version of an ACS or directory server. Text that cannot be compared must not look like an unsupported version. */
export const protocolVersion = z.string().check(z.regex(/^\d{1,3}(\.\d{1,3}){2,3}$/));

/** Preparation request: the enrolled card ranges, or only the changes since the response with `serialNum`. */
export const pReq = z.object({
  messageType: z.literal("PReq"),
  messageVersion: z.string(),
  threeDSServerRefNumber: z.string(),
  threeDSServerOperatorID: z.string(),
  threeDSServerTransID: uuid,
  serialNum: z.optional(z.string()),
});
export type PReq = z.infer<typeof pReq>;

/**
 * A range of card numbers, both ends inclusive and of the same length. `actionInd` (default A): added, modified or
 * deleted since the response with the requested `serialNum`.
 */
export const cardRange = z.object({
  startRange: z.string().check(z.regex(/^\d{13,19}$/)),
  endRange: z.string().check(z.regex(/^\d{13,19}$/)),
  actionInd: z.optional(z.enum(["A", "M", "D"])),
  acsStartProtocolVersion: protocolVersion,
  acsEndProtocolVersion: protocolVersion,
  threeDSMethodURL: z.optional(z.string()),
});
export type CardRange = z.infer<typeof cardRange>;

/**
 * Preparation response. Without `cardRangeData` nothing has changed. There can be hundreds of thousands of ranges, so
 * {@link cardRange} parses each one separately.
 */
export const pRes = z.object({
  messageType: z.literal("PRes"),
  messageVersion: z.string(),
  threeDSServerTransID: uuid,
  dsTransID: uuid,
  dsStartProtocolVersion: protocolVersion,
  dsEndProtocolVersion: protocolVersion,
  serialNum: z.optional(z.string()),
  cardRangeData: z.optional(z.array(z.unknown())),
});
export type PRes = Omit<z.infer<typeof pRes>, "cardRangeData"> & {
  cardRangeData?: CardRange[] | undefined;
};

/** Outcomes of an authentication. S (SPC) belongs to version 2.3 and is not supported. */
export const transStatuses = ["Y", "N", "A", "U", "C", "D", "R", "I"] as const;
export type TransStatus = (typeof transStatuses)[number];

/** Authentication request. The amount is in minor units as text, the currency is ISO numeric. */
export const aReq = z.object({
  messageType: z.literal("AReq"),
  messageVersion: z.string(),
  messageCategory: z.literal("01"),
  deviceChannel: z.literal("02"),
  threeDSServerTransID: uuid,
  threeDSServerRefNumber: z.string(),
  threeDSServerOperatorID: z.string(),
  threeDSServerURL: z.string(),
  threeDSRequestorID: z.string(),
  threeDSRequestorName: z.string(),
  threeDSRequestorURL: z.string(),
  threeDSRequestorAuthenticationInd: z.literal("01"),
  threeDSRequestorChallengeInd: z.optional(z.string()),
  threeDSCompInd: z.enum(["Y", "N", "U"]),
  acctNumber: z.string(),
  cardExpiryDate: z.string(),
  cardholderName: z.optional(z.string()),
  billAddrPostCode: z.optional(z.string()),
  purchaseAmount: z.string(),
  purchaseCurrency: z.string(),
  purchaseExponent: z.string(),
  purchaseDate: z.string(),
  acquirerBIN: z.string(),
  acquirerMerchantID: z.string(),
  mcc: z.string(),
  merchantCountryCode: z.string(),
  merchantName: z.string(),
  notificationURL: z.string(),
  browserAcceptHeader: z.string(),
  browserIP: z.optional(z.string()),
  browserJavascriptEnabled: z.boolean(),
  browserJavaEnabled: z.boolean(),
  browserLanguage: z.string(),
  browserColorDepth: z.string(),
  browserScreenHeight: z.string(),
  browserScreenWidth: z.string(),
  browserTZ: z.string(),
  browserUserAgent: z.string(),
});
export type AReq = z.infer<typeof aReq>;

/** Authentication response. It has `acsURL` and `acsChallengeMandated` with C, `authenticationValue` with Y and A. */
export const aRes = z.object({
  messageType: z.literal("ARes"),
  messageVersion: z.string(),
  threeDSServerTransID: uuid,
  acsTransID: uuid,
  dsTransID: uuid,
  transStatus: z.enum(transStatuses),
  transStatusReason: z.optional(z.string()),
  eci: z.optional(z.string()),
  authenticationValue: z.optional(z.string()),
  acsURL: z.optional(z.string()),
  acsChallengeMandated: z.optional(z.enum(["Y", "N"])),
  authenticationType: z.optional(z.string()),
  acsReferenceNumber: z.optional(z.string()),
  acsOperatorID: z.optional(z.string()),
  dsReferenceNumber: z.optional(z.string()),
});
export type ARes = z.infer<typeof aRes>;

/**
 * Error message: 101 invalid message, 203 format, 301 unknown transaction, 307 unknown serial number, 402 timed out,
 * 403/404 failure.
 */
export const erro = z.object({
  messageType: z.literal("Erro"),
  messageVersion: z.string(),
  errorCode: z.string(),
  errorComponent: z.enum(["C", "S", "D", "A"]),
  errorDescription: z.string(),
  errorDetail: z.string(),
  errorMessageType: z.optional(z.string()),
  threeDSServerTransID: z.optional(z.string()),
  acsTransID: z.optional(z.string()),
  dsTransID: z.optional(z.string()),
});
export type Erro = z.infer<typeof erro>;

/** Challenge request, which the browser posts as base64url. */
export const cReq = z.object({
  messageType: z.literal("CReq"),
  messageVersion: z.string(),
  threeDSServerTransID: uuid,
  acsTransID: uuid,
  challengeWindowSize: z.enum(["01", "02", "03", "04", "05"]),
});
export type CReq = z.infer<typeof cReq>;

/** Challenge response, through the browser: a hint that the challenge is over, never proof. */
export const cRes = z.object({
  messageType: z.literal("CRes"),
  messageVersion: z.string(),
  threeDSServerTransID: uuid,
  acsTransID: uuid,
  challengeCompletionInd: z.optional(z.enum(["Y", "N"])),
  transStatus: z.optional(z.string()),
});
export type CRes = z.infer<typeof cRes>;

/**
 * Results request, server to server and authoritative. `challengeCancel`: 01 cardholder, 04 ACS timed out, 05 first
 * CReq not received, 06 error, 07 unknown, 08 SDK timed out.
 */
export const rReq = z.object({
  messageType: z.literal("RReq"),
  messageVersion: z.string(),
  messageCategory: z.literal("01"),
  threeDSServerTransID: uuid,
  acsTransID: uuid,
  dsTransID: uuid,
  transStatus: z.enum(transStatuses),
  transStatusReason: z.optional(z.string()),
  eci: z.optional(z.string()),
  authenticationValue: z.optional(z.string()),
  authenticationType: z.optional(z.string()),
  interactionCounter: z.string(),
  challengeCancel: z.optional(z.string()),
});
export type RReq = z.infer<typeof rReq>;

/** Results response. `resultsStatus` 01: received. */
export const rRes = z.object({
  messageType: z.literal("RRes"),
  messageVersion: z.string(),
  threeDSServerTransID: uuid,
  acsTransID: uuid,
  dsTransID: uuid,
  resultsStatus: z.enum(["01", "02", "03"]),
});
export type RRes = z.infer<typeof rRes>;

/** Content of `threeDSMethodData` sent to the ACS. */
export const threeDSMethodData = z.object({
  threeDSServerTransID: uuid,
  threeDSMethodNotificationURL: z.string(),
});

/** Content of `threeDSMethodData` returned to the notification URL. */
export const threeDSMethodResult = z.object({ threeDSServerTransID: uuid });
