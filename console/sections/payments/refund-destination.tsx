import type { PaymentDetail } from "#contract/console/payments";
import {
  type RefundForStaff,
  type Returnable,
  refundForStaff,
  refundLink,
} from "#contract/console/refunds";
import { Button } from "../../../widgets/ui/button.tsx";
import { copyText } from "../../../widgets/ui/copy-text.ts";
import { language } from "../../i18n/current-texts.ts";
import { destinationTexts } from "../../i18n/refund-destination-texts.ts";
import { explainRefusal } from "../../i18n/refund-texts.ts";
import { api, may } from "../../session/session.ts";
import { ask } from "../../ui/ask.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { moneyText } from "../../ui/money-text.ts";
import { networkName } from "../../ui/network-name.ts";
import { showToast } from "../../ui/toasts.tsx";
import { useSubmit } from "../../ui/use-submit.ts";
import { HeldBadge, ReviewLink } from "../payouts/held-payout.tsx";

interface DestinationProps {
  readonly refund: RefundForStaff;
  readonly reload: () => void;
}

/** Where a refund goes: the customer's link, what they named, and the decision about it. */
export function RefundDestination({ refund, reload }: DestinationProps) {
  const words = destinationTexts.value;
  const { status, destination, crypto, decisionVersion } = refund;
  return (
    <>
      {crypto?.amount != null && (
        <span class="small">
          {words.sends(crypto.amount, crypto.asset, networkName(crypto.network))}
        </span>
      )}
      {destination && (
        <span class="small" data-testid="refund-destination">
          {words.to[destination.type] ?? destination.type}{" "}
          {destination.text === "" ? (
            words.unreadable
          ) : (
            <code class="mono">{destination.text}</code>
          )}
          {destination.holderName && <span dir="auto"> · {destination.holderName}</span>}
        </span>
      )}
      {refund.isHeld && (
        <span class="badge-row" data-testid="refund-held">
          <HeldBadge />
          <ReviewLink externalCustomerId={refund.externalCustomerId} />
        </span>
      )}
      {status === "requires-destination" && (
        <>
          <span class="muted small">{words.waiting}</span>
          {may("payments.refund") && <CopyLink refund={refund} />}
        </>
      )}
      {decisionVersion !== null && destination && (
        <>
          <span class="muted small">{words.decide}</span>
          {may("payments.refund") && (
            <Decision refund={refund} seenVersion={decisionVersion} reload={reload} />
          )}
        </>
      )}
    </>
  );
}

/** Reads the link only when the button is pressed, so that it is never on the screen. */
function CopyLink({ refund }: Pick<DestinationProps, "refund">) {
  const words = destinationTexts.value;
  const { isBusy, failure, submit } = useSubmit(
    () => api.send("POST", `/refunds/${encodeURIComponent(refund.refundId)}/link`, refundLink),
    async ({ refundUrl }) => {
      showToast((await copyText(refundUrl)) ? words.linkCopied : words.linkNotCopied);
    },
  );
  const shown = explainRefusal(failure);
  return (
    <>
      <Button quiet busy={isBusy} testId="refund-copy-link" onPress={() => void submit()}>
        {words.copyLink}
      </Button>
      {shown && <FailureNotice failure={shown} />}
    </>
  );
}

function Decision({
  refund,
  seenVersion,
  reload,
}: DestinationProps & { readonly seenVersion: number }) {
  const words = destinationTexts.value;
  const { refundId, destination, crypto, breakdown, currency } = refund;
  const { isBusy, failure, submit } = useSubmit(
    async (decision: "approve" | "decline") => {
      const path = `/refunds/${encodeURIComponent(refundId)}/${decision}`;
      const result = await api.send("POST", path, refundForStaff, { seenVersion });
      reload();
      return result;
    },
    ({ status }) => showToast(status === "failed" ? words.declined : words.approved),
  );
  const shown = explainRefusal(failure);
  const amount =
    crypto?.amount != null
      ? `${crypto.amount} ${crypto.asset}`
      : moneyText(breakdown.total, currency, language.value);
  const approve = async () => {
    const { approveTitle: title, approve: yes } = words;
    const text = words.approveText(amount, destination?.text ?? "");
    if (await ask({ title, text, yes })) await submit("approve");
  };
  const decline = async () => {
    const { declineTitle: title, declineText: text, decline: yes } = words;
    if (await ask({ title, text, yes, danger: true })) await submit("decline");
  };
  return (
    <>
      <span class="refund-decision">
        {destination?.text !== "" && (
          <Button busy={isBusy} testId="refund-approve" onPress={() => void approve()}>
            {words.approve}
          </Button>
        )}
        <Button quiet busy={isBusy} testId="refund-decline" onPress={() => void decline()}>
          {words.decline}
        </Button>
      </span>
      {shown && <FailureNotice failure={shown} />}
    </>
  );
}

/** Crypto that a payment received and did not use, with a button to return each amount. */
export function Returnables({
  detail,
  reload,
}: {
  readonly detail: Pick<PaymentDetail, "intent" | "returnables">;
  readonly reload: () => void;
}) {
  const { intent, returnables } = detail;
  if (returnables.length === 0 || !may("payments.refund")) return null;
  return (
    <>
      {oncePerAsset(returnables).map((each) => (
        <ReturnButton
          key={each.reason}
          returnable={each}
          paymentIntentId={intent.paymentIntentId}
          reload={reload}
        />
      ))}
    </>
  );
}

/** Two reasons can return the same money: `underpaid` and `paid_late`. */
function oncePerAsset(returnables: readonly Returnable[]): Returnable[] {
  return returnables.filter(
    ({ asset, network }, index) =>
      returnables.findIndex(
        (returnable) => returnable.asset === asset && returnable.network === network,
      ) === index,
  );
}

interface ReturnProps {
  readonly returnable: Returnable;
  readonly paymentIntentId: string;
  readonly reload: () => void;
}

function ReturnButton({ returnable, paymentIntentId, reload }: ReturnProps) {
  const words = destinationTexts.value;
  const { reason, asset, amount, network } = returnable;
  const { isBusy, failure, submit } = useSubmit(
    async () => {
      const path = `/payments/${encodeURIComponent(paymentIntentId)}/refunds`;
      // A return does not count against the payment, so earlier refunds do not matter.
      const body = { reason, seenReturnedMinor: 0 };
      const result = await api.send("POST", path, refundForStaff, body);
      reload();
      return result;
    },
    () => showToast(words.returnRequested),
  );
  const shown = explainRefusal(failure);
  const text = words.sends(amount, asset, networkName(network));
  const request = async () => {
    const question = { title: words.returnTitle(text), text: words.returnText };
    if (await ask({ ...question, yes: words.return(text) })) await submit();
  };
  return (
    <p class="rail-note">
      <Button quiet busy={isBusy} testId={`refund-return-${reason}`} onPress={() => void request()}>
        {words.return(text)}
      </Button>
      {shown && <FailureNotice failure={shown} />}
    </p>
  );
}
