import type { SentSms } from "#contract/connectors/sms-carrier";

/** The last 200 sent messages, newest first. */
export class Inbox {
  readonly #messages: SentSms[] = [];

  add(message: SentSms): void {
    this.#messages.unshift(message);
    this.#messages.length = Math.min(this.#messages.length, 200);
  }

  /** All messages, or those to one number. */
  messages(to?: string | null): readonly SentSms[] {
    return to ? this.#messages.filter((message) => message.to === to) : this.#messages;
  }
}
