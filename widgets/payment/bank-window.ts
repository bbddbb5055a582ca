import type { RedirectAction, SubmitPayByBank } from "#contract/client/payments";
import type { PaymentInit } from "./handoff.ts";
import type { PaymentPage } from "./page-channel.ts";
import type { PaymentFlow } from "./payment-flow.ts";

/** The way to the customer's bank: the page's place, or a window beside it where the page asked for one. */
export interface BankWindow {
  /** What a submission says of it. */
  readonly way: Pick<SubmitPayByBank, "window" | "returnUrl">;
  /** Opens the window, with a word to wait, in the task of a press: later the browser would block it. */
  prepare(): void;
  /**
   * Sends the customer to their bank: in the window, where it is open. Else the page opens one, or gives
   * the bank its own place. A window that is at the bank already comes to the front instead.
   */
  open(action: Pick<RedirectAction, "url">): void;
}

/** A page of ours. In a window that the frame has no hold of (its page has COOP) it closes itself. */
const waitUrl = "/v1/bank-payments/wait";
const features = "popup,width=480,height=760";

/** Steps in which the window has something to do, or will have. */
const inUse = ["loading", "form", "paying", "redirect"];

/**
 * None is open at first. `world`: the frame's own window. One that was opened is closed when the flow has no
 * use for it any more: the attempt came to nothing, or the customer is back without it.
 */
export function createBankWindow(
  { returnUrl, bankPopup = false }: Pick<PaymentInit, "returnUrl" | "bankPopup">,
  page: Pick<PaymentPage, "openBank">,
  world: Pick<Window, "open">,
  flow: Pick<PaymentFlow, "state" | "subscribe">,
): BankWindow {
  let opened: Window | null = null;
  let isAtBank = false;
  let wasBlocked = false;
  let wasPaying = false;
  flow.subscribe(() => {
    const { step } = flow.state();
    // In the form it is open between a press and what the press sends.
    const isOver = inUse.includes(step) ? step === "form" && wasPaying : true;
    wasPaying = step === "paying" || step === "redirect";
    if (!isOver) return;
    opened?.close();
    opened = null;
  });
  const prepare = () => {
    if (!bankPopup || (opened && !opened.closed)) return;
    isAtBank = false;
    opened = world.open(waitUrl, "", features);
    wasBlocked = opened === null;
  };
  return {
    way: {
      window: bankPopup ? "popup" : "redirect",
      ...(returnUrl !== undefined && { returnUrl }),
    },
    prepare,
    open({ url }) {
      // Blocked at the press itself it is not tried again: the page is.
      if (!wasBlocked) prepare();
      wasBlocked = false;
      if (opened && !opened.closed) {
        if (isAtBank) {
          opened.focus();
          return;
        }
        isAtBank = true;
        // The bank's page is not to reach this one.
        opened.opener = null;
        opened.location.href = `${url}&window=popup`;
        return;
      }
      page.openBank({ url, popup: bankPopup }).catch(() => {
        // A page script of an earlier release: the customer has just pressed something here.
        world.open(`${url}&window=redirect`, "_top");
      });
    },
  };
}
