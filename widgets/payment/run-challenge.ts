import { type ChallengeOutcome, readChallengeOutcome } from "#contract/channel/challenge";
import type { ChallengeAction } from "#contract/client/payments";
import type { Api } from "../client/api.ts";
import type { PaymentPage } from "./page-channel.ts";

export interface RunningChallenge {
  readonly outcome: Promise<ChallengeOutcome["type"]>;
  /** The customer left the page's dialog. */
  cancel(): void;
}

export interface RunChallengeOptions {
  readonly page: Pick<PaymentPage, "openChallenge" | "send">;
  readonly api: Pick<Api, "status">;
  readonly title: string;
  readonly locale: string;
  readonly nowMs: () => number;
}

/** Pause between two status requests. The service answers an unchanged status at most once every 2 s. */
const pollEveryMs = 3_000;

/**
 * Asks the page to open the challenge's frame in its dialog, and talks to that frame over our own channel. `canceled`:
 * it could not open or the customer closed it. If the operator cancels the payment, the challenge ends as
 * `done`: the continuation then gets the payment's outcome.
 */
export function runChallenge(
  action: ChallengeAction,
  { page, api, title, locale, nowMs }: RunChallengeOptions,
): RunningChallenge {
  const { port1, port2 } = new MessageChannel();
  let settle: (outcome: ChallengeOutcome["type"]) => void = () => undefined;
  const look = async () => {
    const result = await api.status();
    const status = result.ok ? result.value.payment?.status : undefined;
    if (status === "failed" || status === "success") settle("done");
    else if (isOpen) timer = setTimeout(look, pollEveryMs);
  };
  let isOpen = true;
  let timer = setTimeout(look, pollEveryMs);
  const outcome = new Promise<ChallengeOutcome["type"]>((resolve) => {
    settle = resolve;
  }).finally(() => {
    isOpen = false;
    clearTimeout(timer);
    port1.close();
    page.send({ type: "closeChallenge" });
  });
  port1.onmessage = ({ data }) => {
    const answer = readChallengeOutcome(data);
    if (answer) settle(answer.type);
  };
  const leftMs = Date.parse(action.expiresAt) - nowMs();
  port1.postMessage({
    acsUrl: action.acsUrl,
    creq: action.creq,
    threeDSSessionData: action.threeDSSessionData,
    transactionId: action.transactionId,
    windowSize: action.windowSize,
    locale,
    // Is at most EMV's ten minutes, and never zero, because the customer's clock may be wrong by hours.
    timeoutSeconds: leftMs > 0 ? Math.min(600, Math.ceil(leftMs / 1000)) : 600,
  });
  page
    .openChallenge({ title, windowSize: action.windowSize }, port2)
    .catch(() => settle("canceled"));
  return { outcome, cancel: () => settle("canceled") };
}
