import type { RedirectAction, SubmitPayByBank } from "#contract/client/payments";
import type { PaymentInit } from "./boot-result.ts";
import type { PaymentPage } from "./page-channel.ts";
import type { PaymentFlow } from "./payment-flow.ts";

/** Shows the bank in place of the host page, or in a window if the page asked for one. */
export interface BankWindow {
  /** How a submission describes the bank's window. */
  readonly way: Pick<SubmitPayByBank, "window" | "returnUrl">;
  /** Opens the window with a waiting page while the browser handles a press: later it would block the window. */
  prepare(): void;
  /**
   * Sends the customer to their bank in the open window. Otherwise the page opens one, or the bank's page replaces it.
   * A window already at the bank comes to the front.
   */
  open(action: Pick<RedirectAction, "url">): void;
}

/** The page that waits for the bank. It closes itself when the host page has COOP and the frame cannot reach it. */
const waitUrl = "/v1/bank-payments/wait";
const features = "popup,width=480,height=760";

/** Steps that need the window. */
const inUse = ["loading", "form", "paying", "redirect"];

/** An open window closes when the attempt failed or the customer came back. `world`: the frame's own window. */
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
    // In the form the window is open between a press and the submission.
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
      // A window that was blocked when Pay was pressed is not tried again; the page tries instead.
      if (!wasBlocked) prepare();
      wasBlocked = false;
      if (opened && !opened.closed) {
        if (isAtBank) {
          opened.focus();
          return;
        }
        isAtBank = true;
        // The bank's page must not reach this one.
        opened.opener = null;
        opened.location.href = `${url}&window=popup`;
        return;
      }
      page.openBank({ url, popup: bankPopup }).catch(() => {
        // The page's script is of an earlier release. The customer has just pressed something, so the frame may
        // navigate.
        world.open(`${url}&window=redirect`, "_top");
      });
    },
  };
}
