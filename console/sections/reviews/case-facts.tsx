import type { ReviewCase } from "#contract/console/reviews";
import { countryName } from "../../../widgets/fields/country-names.ts";
import { listText } from "../../../widgets/i18n/list-text.ts";
import { language, texts } from "../../i18n/current-texts.ts";
import { Link } from "../../router/link.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Panel } from "../../ui/page.tsx";
import { humanize, StatusBadge } from "../../ui/status-badge.tsx";
import { dateText, TimeText } from "../../ui/time-text.tsx";

export function CustomerFacts({ customer }: { customer: ReviewCase["customer"] }) {
  const { customers, reviews } = texts.value;
  const { data, externalCustomerId, createdAt } = customer;
  const { address } = data;
  const lines = [
    address?.line1,
    address?.line2,
    [address?.city, address?.state, address?.postalCode].filter(Boolean).join(" "),
    address?.country && countryName(address.country, language.value),
  ].filter(Boolean);
  return (
    <Panel
      title={reviews.customerSaid}
      actions={
        <Link to={`/customers/${encodeURIComponent(externalCustomerId)}`}>{reviews.profile}</Link>
      }
    >
      <Facts
        columns={2}
        facts={[
          { name: customers.email, value: data.email },
          { name: customers.phone, value: data.phoneNumber },
          {
            name: customers.dateOfBirth,
            value: data.dateOfBirth && dateText(data.dateOfBirth),
          },
          { name: customers.id, value: <code class="mono">{externalCustomerId}</code> },
          { name: customers.address, value: lines.length > 0 ? lines.join(", ") : null },
          { name: customers.since, value: <TimeText at={createdAt} /> },
        ]}
      />
    </Panel>
  );
}

/** Earlier verifications, recent reviewers, and the access log. */
export function CaseHistory({ opened }: { opened: ReviewCase }) {
  const { reviews, documents, accessActions } = texts.value;
  const { customer, otherReviewers, accesses } = opened;
  return (
    <>
      {customer.otherVerifications.length > 0 && (
        <Panel title={reviews.earlier}>
          <ul class="plain-list">
            {customer.otherVerifications.map((verification) => (
              <li class="line" key={verification.kycVerificationId}>
                <span>
                  {verification.type
                    ? (documents[verification.type] ?? verification.type)
                    : reviews.noDocument}
                </span>
                <StatusBadge status={verification.status} />
                <TimeText at={verification.decidedAt ?? verification.createdAt} />
              </li>
            ))}
          </ul>
        </Panel>
      )}
      <Panel title={reviews.access}>
        {otherReviewers.length > 0 && (
          <p class="panel-lead" data-testid="other-reviewers">
            {reviews.alsoLooked(
              listText(
                otherReviewers.map(({ staff }) => staff.name),
                language.value,
              ),
            )}
          </p>
        )}
        <details class="more">
          <summary>{reviews.accessCount(accesses.length)}</summary>
          <ul class="plain-list">
            {accesses.map(({ actor, action, at }) => (
              <li class="line" key={`${actor}${action}${at}`}>
                <span>{actor}</span>
                <span class="muted">{accessActions[action] ?? humanize(action)}</span>
                <TimeText at={at} withSeconds />
              </li>
            ))}
          </ul>
        </details>
      </Panel>
    </>
  );
}
