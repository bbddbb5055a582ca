import type { ChallengeWindowSize } from "#contract/channel/challenge";
import {
  type PaymentPageMessage,
  type PaymentResult,
  type PaymentTables,
  paymentFrameCalls,
  paymentPageCalls,
  paymentPageMessages,
} from "#contract/channel/payment-messages";
import { openPageChannel, type PageChannel } from "../client/channel.ts";

export interface PaymentPage
  extends Pick<PageChannel<PaymentTables>, "isKnown" | "send" | "fetchClientSecretKey"> {
  /**
   * Opens the challenge's frame in the page and transfers `port` to it. Rejects with a ChannelError
   * (`challenge_blocked`) if it cannot open.
   */
  openChallenge(
    request: { title: string; windowSize: ChallengeWindowSize },
    port: MessagePort,
  ): Promise<void>;
  /** Rejects with a ChannelError if the page cannot open it. */
  openBank(request: { url: string; popup: boolean }): Promise<void>;
}

/** Longer than usual, because the page loads a frame first. */
const openChallengeDeadlineMs = 30_000;
/** The page does this at once and then navigates away. */
const openBankDeadlineMs = 10_000;

export function openPaymentPage(options: {
  readonly onMessage: (message: PaymentPageMessage) => void;
  /** Throws a ChannelError (`incomplete`, …) instead of a PaymentResult. */
  readonly confirm: () => Promise<PaymentResult>;
  readonly ready: { readonly title: string };
}): PaymentPage {
  const { onMessage, confirm, ready } = options;
  const { call, ...channel } = openPageChannel<PaymentTables>({
    pageMessages: paymentPageMessages,
    pageCalls: paymentPageCalls,
    frameCalls: paymentFrameCalls,
    onMessage,
    ready,
    answers: { confirm },
  });
  return {
    ...channel,
    async openChallenge(request, port) {
      await call("openChallenge", request, {
        deadlineMs: openChallengeDeadlineMs,
        transfer: [port],
      });
    },
    async openBank(request) {
      await call("openBank", request, { deadlineMs: openBankDeadlineMs });
    },
  };
}
