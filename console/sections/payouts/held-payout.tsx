import { Notice } from "../../../widgets/ui/notice.tsx";
import { texts } from "../../i18n/current-texts.ts";
import { Link } from "../../router/link.tsx";

/** Marks a payout that a sanctions review holds. */
export function HeldBadge() {
  return (
    <span class="badge" data-tone="bad">
      {texts.value.payouts.onHold}
    </span>
  );
}

/** Opens the customer's sanctions reviews. `isDecided`: those that staff have decided. */
export function ReviewLink({
  externalCustomerId,
  isDecided = false,
}: {
  readonly externalCustomerId: string;
  readonly isDecided?: boolean;
}) {
  return (
    <Link
      to="/approvals/sanctions"
      query={{ customer: externalCustomerId, ...(isDecided ? { status: "decided" } : {}) }}
      data-testid="to-sanctions-review"
    >
      {texts.value.payouts.toReview}
    </Link>
  );
}

interface HeldProps {
  readonly externalCustomerId: string;
  /** The value in the payout's gates: `review` or `blocked`. */
  readonly sanctions: string;
  /** What the review holds; the text of the notice. */
  readonly title: string;
}

/** Says why money is held, with a link to the customer's sanctions reviews. */
export function HeldNotice({ externalCustomerId, sanctions, title }: HeldProps) {
  const { payouts } = texts.value;
  return (
    <>
      <Notice
        tone="warning"
        title={title}
        lines={[payouts.sanctions[sanctions] ?? payouts.onHold]}
        testId="held-by-review"
      />
      <p>
        <ReviewLink externalCustomerId={externalCustomerId} isDecided={sanctions === "blocked"} />
      </p>
    </>
  );
}
