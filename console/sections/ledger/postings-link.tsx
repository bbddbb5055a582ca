import { ledgerTexts } from "../../i18n/ledger-texts.ts";
import { Link } from "../../router/link.tsx";

/** Links to the postings of a payment with its refunds, or of a payout. */
export function PostingsLink({ resourceId }: { readonly resourceId: string }) {
  return (
    <Link to="/ledger" query={{ resource: resourceId }} data-testid="postings-link">
      {ledgerTexts.value.showPostings}
    </Link>
  );
}
