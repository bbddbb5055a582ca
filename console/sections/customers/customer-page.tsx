import "../../../styles/console/customer.css";
import { type CustomerProfile, customerProfile } from "#contract/console/customers";
import { countryName } from "../../../widgets/fields/country-names.ts";
import { useQuery } from "../../client/use-query.ts";
import { language, texts } from "../../i18n/current-texts.ts";
import { refundTexts } from "../../i18n/refund-texts.ts";
import { Link } from "../../router/link.tsx";
import { api, may } from "../../session/session.ts";
import type { PageProps } from "../../shell/sections.ts";
import { CopyId } from "../../ui/copy-id.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Page, Panel } from "../../ui/page.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { dateText, TimeText } from "../../ui/time-text.tsx";
import { PaymentLines } from "../payments/payment-lines.tsx";
import { RefundLines } from "../payments/refund-lines.tsx";
import { PayoutLines } from "../payouts/payout-lines.tsx";
import { CustomerEvents } from "./customer-events.tsx";
import { PersonalData } from "./personal-data.tsx";
import { SavedMethods } from "./saved-methods.tsx";
import { Verifications } from "./verifications.tsx";
import { W9Forms } from "./w9-forms.tsx";

/** A customer's profile, verifications, payments, payouts and webhook events. */
export default function CustomerPage({ parts }: PageProps) {
  const { customers, sections } = texts.value;
  const id = parts["id"] ?? "";
  const path = `/customers/${encodeURIComponent(id)}`;
  const reading = useQuery(path, (signal) => api.get(path, customerProfile, signal));
  const { value, reload } = reading;
  const parent = { to: "/customers", text: sections.customers };
  if (!value) {
    return <Page title={id} parent={parent} testId="customer-loading" reading={reading} />;
  }
  const { data, kycStatus } = value.customer;
  const name = [data.firstName, data.middleName, data.lastName, data.suffix]
    .filter(Boolean)
    .join(" ");
  return (
    <Page
      title={name || id}
      parent={parent}
      mark={kycStatus && <StatusBadge status={kycStatus} />}
      testId="customer"
      reading={reading}
    >
      <div class="columns">
        <div class="column-main">
          <Verifications verifications={value.customer.kycVerifications} />
          {may("payments.read") && (
            <Panel
              title={sections.payments}
              flush
              testId="customer-payments"
              actions={
                value.payments.total > 0 && (
                  <Link to="/payments" query={{ externalCustomerId: id }}>
                    {customers.allPayments(value.payments.total)}
                  </Link>
                )
              }
            >
              <PaymentLines payments={value.payments.data} />
            </Panel>
          )}
          {may("payments.read") && value.refunds.total > 0 && (
            <Panel title={refundTexts.value.title} flush testId="customer-refunds">
              <RefundLines {...value.refunds} />
            </Panel>
          )}
          {may("payouts.read") && (
            <Panel
              title={sections.payouts}
              flush
              testId="customer-payouts"
              actions={
                value.payouts.total > 0 && (
                  <Link to="/payouts" query={{ externalCustomerId: id }}>
                    {customers.allPayouts(value.payouts.total)}
                  </Link>
                )
              }
            >
              <PayoutLines payouts={value.payouts.data} />
            </Panel>
          )}
          <CustomerEvents path={path} />
        </div>
        <div class="column-side">
          <Panel title={customers.details} testId="customer-details">
            <CustomerDetails profile={value} path={path} reload={reload} />
          </Panel>
          <W9Forms path={path} />
          <PersonalData path={path} id={id} />
        </div>
      </div>
    </Page>
  );
}

function CustomerDetails({
  profile: { customer, isIdentityVerified, isVerifiedForPayouts, stoppedCards },
  path,
  reload,
}: {
  profile: CustomerProfile;
  path: string;
  reload: () => void;
}) {
  const { customers, w9States } = texts.value;
  const {
    data,
    externalCustomerId,
    phoneVerifiedAt,
    w9,
    createdAt,
    updatedAt,
    savedPaymentMethods,
  } = customer;
  const { address } = data;
  const lines = address
    ? [
        address.line1,
        address.line2,
        [address.city, address.state, address.postalCode].filter(Boolean).join(" "),
        address.country && countryName(address.country, language.value),
      ].filter((line): line is string => Boolean(line))
    : [];
  return (
    <Facts
      facts={[
        { name: customers.id, value: <CopyId id={externalCustomerId} label={customers.id} /> },
        { name: customers.email, value: data.email },
        {
          name: customers.phone,
          value: data.phoneNumber && (
            <span class="two-lines">
              <bdi>{data.phoneNumber}</bdi>
              <span class="muted small">
                {phoneVerifiedAt ? customers.phoneVerified : customers.phoneNotVerified}
              </span>
            </span>
          ),
        },
        { name: customers.dateOfBirth, value: data.dateOfBirth && dateText(data.dateOfBirth) },
        {
          name: customers.address,
          value: lines.length > 0 && (
            <span class="lines">
              {lines.map((line) => (
                <span key={line}>{line}</span>
              ))}
            </span>
          ),
        },
        {
          name: customers.identity,
          value: isVerifiedForPayouts
            ? customers.isVerified
            : isIdentityVerified
              ? customers.isVerifiedForPayments
              : customers.isNotVerified,
        },
        { name: customers.w9, value: w9States[w9.status] ?? w9.status },
        {
          name: customers.savedMethods,
          value: savedPaymentMethods.length > 0 && (
            <SavedMethods
              methods={savedPaymentMethods}
              stopped={stoppedCards}
              path={path}
              reload={reload}
            />
          ),
        },
        { name: customers.since, value: <TimeText at={createdAt} /> },
        { name: customers.changed, value: <TimeText at={updatedAt} /> },
      ].map((fact) => ({ ...fact, value: fact.value || null }))}
    />
  );
}
