import { type SmsMessage, sentSms } from "#contract/connectors/sms-carrier";
import { OutgoingCallFailed, type OutgoingHttp } from "../../platform/outgoing-http.ts";
import type { SmsSender } from "./sms-sender.ts";

const deadlineMs = 5_000;

/** Sends through the sandbox's carrier, which shows the messages in its inbox page. */
export function createSandboxSmsSender(options: {
  http: OutgoingHttp;
  /** `{SANDBOX_URL}/carrier` */
  baseUrl: string;
  key: string;
}): SmsSender {
  const { http, baseUrl, key } = options;
  return {
    async send(message: SmsMessage) {
      try {
        const response = await http.call({
          method: "POST",
          url: `${baseUrl}/messages`,
          headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
          body: JSON.stringify(message),
          deadlineMs,
        });
        if (response.statusCode === 201) {
          return { sent: true, messageId: sentSms.parse(JSON.parse(response.text)).messageId };
        }
        return { sent: false, reason: response.statusCode === 400 ? "unreachable" : "unavailable" };
      } catch (error) {
        const never = error instanceof OutgoingCallFailed && error.sent === "no";
        return { sent: false, reason: never ? "unavailable" : "unknown" };
      }
    },
  };
}
