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

/** The payment frame's side of the channel to the operator's page. */
export interface PaymentPage
  extends Pick<PageChannel<PaymentTables>, "embedded" | "send" | "fetchClientSecretKey"> {
  /**
   * Opens the challenge's frame in the page and hands `port` over to it. Resolves when it has the
   * port; rejects with a ChannelError (`challenge_blocked`) where it could not be opened.
   */
  openChallenge(
    request: { title: string; windowSize: ChallengeWindowSize },
    port: MessagePort,
  ): Promise<void>;
  /** Has the page send the customer to their bank; rejects with a ChannelError where it can't. */
  openBank(request: { url: string; popup: boolean }): Promise<void>;
}

/** The page loads a frame for it. */
const openChallengeDeadlineMs = 30_000;
/** It does so at once, and is gone then. */
const openBankDeadlineMs = 10_000;

/** Meets the page; see {@link openPageChannel}. */
export function openPaymentPage(options: {
  readonly onMessage: (message: PaymentPageMessage) => void;
  /** Answers `confirm()`; throw a ChannelError (`incomplete`, …) for what is no PaymentResult. */
  readonly confirm: () => Promise<PaymentResult>;
}): PaymentPage {
  const { onMessage, confirm } = options;
  const { call, ...channel } = openPageChannel<PaymentTables>({
    pageMessages: paymentPageMessages,
    pageCalls: paymentPageCalls,
    frameCalls: paymentFrameCalls,
    onMessage,
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
