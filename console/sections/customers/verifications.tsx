import type { KycVerification } from "#contract/api/customers";
import { Icon } from "../../../widgets/ui/icon.tsx";
import { check, cross } from "../../../widgets/ui/outcome-icons.ts";
import { texts } from "../../i18n/current-texts.ts";
import { Link } from "../../router/link.tsx";
import { may } from "../../session/session.ts";
import { Panel } from "../../ui/page.tsx";
import { humanize, StatusBadge } from "../../ui/status-badge.tsx";
import { dateText, TimeText } from "../../ui/time-text.tsx";

/** Statuses of verifications that have a review case. */
const statusesWithCase = ["under_review", "verified_manually", "rejected_manually"];

/** The customer's identity verifications with their checks, newest first. */
export function Verifications({ verifications }: { verifications: readonly KycVerification[] }) {
  const { customers, documents, reviews, checkList } = texts.value;
  return (
    <Panel title={customers.verifications} testId="verifications">
      {verifications.length === 0 ? (
        <p class="muted">{customers.noVerifications}</p>
      ) : (
        <ol class="timeline">
          {verifications.map((verification) => (
            <li class="timeline-item" key={verification.kycVerificationId}>
              <div class="timeline-head">
                <span class="strong">
                  {verification.type
                    ? (documents[verification.type] ?? humanize(verification.type))
                    : reviews.noDocument}
                </span>
                <StatusBadge status={verification.status} />
                <TimeText at={verification.decidedAt ?? verification.updatedAt} />
              </div>
              {verification.checks.length > 0 && (
                <ul class="check-row">
                  {verification.checks.map(({ code, result, message }) => (
                    <li data-result={result} key={code}>
                      <Icon
                        name={result === "passed" ? check : result === "failed" ? cross : "info"}
                        sizePx={14}
                      />
                      {checkList.names[code] ?? message}
                      <span class="visually-hidden">{checkList.results[result] ?? result}</span>
                    </li>
                  ))}
                </ul>
              )}
              {verification.documentExpiresOn && (
                <p class="muted small">
                  {customers.expires(dateText(verification.documentExpiresOn))}
                </p>
              )}
              {may("reviews.decide") && statusesWithCase.includes(verification.status) && (
                <Link to={`/reviews/${encodeURIComponent(verification.kycVerificationId)}`}>
                  {customers.openCase}
                </Link>
              )}
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}
