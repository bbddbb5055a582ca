import type { ChallengeOutcome, ChallengeRequest } from "#contract/channel/challenge";
import type { After } from "#contract/channel/port";
import type { ChallengeTexts } from "../i18n/challenge-texts.ts";
import { type BankFrame, openBankFrame } from "./bank-frame.ts";

/** EMV 3DS allows 30 s from the ARes to the first CReq. */
const firstPageSeconds = 30;
/** EMV 3DS allows 10 minutes for one challenge. */
const defaultTimeoutSeconds = 600;

/** Elements of the challenge's document, filled by index.html. */
export interface ChallengeElements {
  readonly title: HTMLElement;
  readonly cancel: HTMLElement;
  readonly stage: HTMLElement;
  readonly wait: HTMLElement;
  readonly live: HTMLElement;
}

interface ChallengeListeners {
  readonly after: After;
  readonly onOutcome: (outcome: ChallengeOutcome) => void;
  readonly onHeight: (heightPx: number) => void;
}

/**
 * Reports the outcome once. `done`: the bank's page has finished. `canceled`: the customer pressed the button, or
 * Escape while the focus was in this frame; the page's dialog handles the rest. `timed_out`: the bank's page did not
 * load, or the customer did not answer.
 *
 * A page that loads while the browser is offline is an error page, which leads nowhere. The waiting screen covers it,
 * and the bank's first page opens again when the connection returns.
 */
export const showChallenge = (
  elements: ChallengeElements,
  texts: ChallengeTexts,
  request: ChallengeRequest,
  { after, onOutcome, onHeight }: ChallengeListeners,
): void => {
  const { title, cancel, stage, wait, live } = elements;
  const document = title.ownerDocument;
  const timeoutSeconds = request.timeoutSeconds ?? defaultTimeoutSeconds;
  const listening = new AbortController();
  const { signal } = listening;

  const say = (text: string) => {
    live.textContent = text;
  };
  const end = (type: ChallengeOutcome["type"]) => {
    if (signal.aborted) return;
    listening.abort();
    for (const calledOff of timers) calledOff();
    bank.remove();
    wait.hidden = false;
    say(texts.closing);
    onOutcome({ type });
  };

  stage.dataset["size"] = request.windowSize;
  say(texts.opening);
  title.focus();

  const firstPage = after(firstPageSeconds * 1000, () => end("timed_out"));
  const timers = [
    firstPage,
    after(timeoutSeconds * 1000, () => end("timed_out")),
    ...(timeoutSeconds > 60
      ? [after((timeoutSeconds - 60) * 1000, () => say(texts.oneMinuteLeft))]
      : []),
  ];
  /** Follows the events, not `navigator.onLine`, because some browsers always report that they are offline. */
  let isOffline = false;
  let isBroken = false;
  const bank: BankFrame = openBankFrame(stage, request, {
    title: texts.bankPage,
    onDone: () => end("done"),
    onHeight,
    onLoaded() {
      if (isOffline) {
        isBroken = true;
        wait.hidden = false;
        return say(texts.opening);
      }
      if (wait.hidden) return;
      firstPage();
      wait.hidden = true;
      say(texts.open);
      const focused = document.activeElement;
      if (focused === title || focused === document.body) bank.element.focus();
    },
  });
  const page = document.defaultView as Window;
  page.addEventListener(
    "offline",
    () => {
      isOffline = true;
    },
    { signal },
  );
  page.addEventListener(
    "online",
    () => {
      isOffline = false;
      if (isBroken) bank.reopen();
      isBroken = false;
    },
    { signal },
  );
  cancel.addEventListener("click", () => end("canceled"), { signal });
  document.addEventListener("keydown", (event) => event.key === "Escape" && end("canceled"), {
    signal,
  });
};
