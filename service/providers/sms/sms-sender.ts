/** What became of a message. */
export type SmsOutcome =
  | { sent: true; messageId: string }
  | {
      sent: false;
      /**
       * `unreachable`: no text messages reach this number (landline, opted out, no such number).
       * `unavailable`: the carrier did not take it; another try may work.
       * `unknown`: the call broke off; it may have been sent.
       */
      reason: "unreachable" | "unavailable" | "unknown";
    };

/** Sends text messages. Knows no customers and no codes. */
export interface SmsSender {
  /** `to` in E.164. Never throws: a failure is an outcome. */
  send(message: { to: string; body: string }): Promise<SmsOutcome>;
}
