import type { SentSms } from "#contract/connectors/sms-carrier";

/** Messages that were sent, newest first; only so many are kept. */
export class Inbox {
  readonly #messages: SentSms[] = [];

  add(message: SentSms): void {
    this.#messages.unshift(message);
    this.#messages.length = Math.min(this.#messages.length, 200);
  }

  /** All, or those to one number. */
  messages(to?: string | null): readonly SentSms[] {
    return to ? this.#messages.filter((message) => message.to === to) : this.#messages;
  }
}
