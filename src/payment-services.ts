import { ChannelError } from "../contract/channel/channel-error.ts";
import type { PaymentPageMessage, PaymentTables } from "../contract/channel/payment-messages.ts";
import { openChallengeDialog } from "./challenge-dialog.ts";
import type { FrameServices } from "./element-frame.ts";
import type { Settings } from "./settings.ts";

/** Shows the bank's challenge (one at a time), or opens the bank's page. */
export const paymentServices = (
  settings: Settings,
  send: (message: PaymentPageMessage) => void,
  frame: () => HTMLElement | undefined,
): FrameServices<PaymentTables> => {
  let close: (() => void) | null = null;
  const end = () => {
    close?.();
    close = null;
  };
  return {
    end,
    handle(message) {
      if (message.type !== "closeChallenge") return false;
      end();
      return true;
    },
    answers: {
      async openBank({ url, popup }) {
        if (!url.startsWith(`${settings.apiUrl}/`))
          throw new ChannelError({
            code: "bank_blocked",
            party: "us",
            message: "Not the service's address.",
          });
        const opened = popup && open("", "", "popup,width=480,height=760");
        if (opened) {
          opened.opener = null; // The bank's page must not access this page.
          opened.location.href = `${url}&window=popup`;
        } else location.assign(`${url}&window=redirect`);
        return {};
      },
      openChallenge: (request, [port]) =>
        new Promise<object>((resolve, reject) => {
          end();
          const refuse = (message: string) =>
            reject(new ChannelError({ code: "challenge_blocked", party: "us", message }));
          if (!port) return refuse("No port was transferred.");
          close = openChallengeDialog(settings, {
            ...request,
            port,
            asker: frame(),
            onOpened: () => resolve({}),
            onFailed(error) {
              close = null;
              refuse(error.message);
            },
            onCanceled() {
              close = null;
              refuse("The customer left.");
              send({ type: "challengeCanceled" });
            },
          });
        }),
    },
  };
};
