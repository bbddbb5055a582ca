import { OutgoingCallFailed, type OutgoingHttp } from "../../platform/outgoing-http.ts";
import type { SmsSender } from "./sms-sender.ts";

export interface TwilioAccount {
  accountSid: string;
  /** Read it for each message: it changes with its file. */
  readonly authToken: string;
  /** A number in E.164, or a messaging service (`MG…`). */
  from: string;
  /** `https://api.twilio.com`; tests use a fake's address. */
  apiUrl: string;
}

const deadlineMs = 10_000;

/**
 * Twilio's error codes about the number, not about us (twilio.com/docs/api/errors): no such number, unreachable
 * country, opted out, not a mobile, no route.
 */
const numberCodes: ReadonlySet<unknown> = new Set([
  21211, 21214, 21217, 21408, 21610, 21612, 21614,
]);

/**
 * Sends through Twilio's Messages resource by plain HTTP; the `twilio` package would add a megabyte and axios for one
 * call. Twilio has no idempotency keys here, so an interrupted call is `unknown` and must not be repeated
 * automatically.
 */
export function createTwilioSmsSender(http: OutgoingHttp, account: TwilioAccount): SmsSender {
  const { accountSid, from, apiUrl } = account;
  const url = `${apiUrl}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`;
  const authorization = () =>
    `Basic ${Buffer.from(`${accountSid}:${account.authToken}`).toString("base64")}`;
  return {
    async send({ to, body }) {
      const sender = from.startsWith("MG") ? { MessagingServiceSid: from } : { From: from };
      try {
        const response = await http.call({
          method: "POST",
          url,
          headers: {
            authorization: authorization(),
            "content-type": "application/x-www-form-urlencoded",
          },
          body: new URLSearchParams({ To: to, ...sender, Body: body }).toString(),
          deadlineMs,
        });
        const { sid, code } = parse(response.text);
        if (response.statusCode === 201 && typeof sid === "string") {
          return { sent: true, messageId: sid };
        }
        if (numberCodes.has(code)) return { sent: false, reason: "unreachable" };
        return { sent: false, reason: response.statusCode === 201 ? "unknown" : "unavailable" };
      } catch (error) {
        const wasNotSent = error instanceof OutgoingCallFailed && error.sent === "no";
        return { sent: false, reason: wasNotSent ? "unavailable" : "unknown" };
      }
    },
  };
}

function parse(text: string): { sid?: unknown; code?: unknown } {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}
