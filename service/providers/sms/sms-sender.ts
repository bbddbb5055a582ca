export type SmsOutcome =
  | { sent: true; messageId: string }
  | {
      sent: false;
      /**
       * `unreachable`: this number receives no text messages (landline, opted out, does not exist). `unavailable`: the
       * carrier did not take the message; another try may work. `unknown`: the call was interrupted; the message may
       * have been sent.
       */
      reason: "unreachable" | "unavailable" | "unknown";
    };

/** Sends text messages. Knows nothing about customers or codes. */
export interface SmsSender {
  /** `to` is in E.164. Never throws: a failure is an outcome. */
  send(message: { to: string; body: string }): Promise<SmsOutcome>;
}
