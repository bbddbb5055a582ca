import type { Delivery } from "#contract/api/deliveries";
import type { DisputeCase } from "#contract/console/disputes";
import { disputeStoryTexts } from "../../i18n/dispute-story-texts.ts";
import { CopyId } from "../../ui/copy-id.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Panel } from "../../ui/page.tsx";
import { TimeText } from "../../ui/time-text.tsx";

/** What the operator's server reported as delivered. */
export function DeliveryPanel({ found: { delivery } }: { found: DisputeCase }) {
  const words = disputeStoryTexts.value;
  if (!delivery) {
    return (
      <Panel title={words.delivery} testId="dispute-delivery">
        <p class="muted">{words.noDelivery}</p>
      </Panel>
    );
  }
  const { recipientName, address, shipments, digital, updatedAt } = delivery;
  return (
    <Panel title={words.delivery} testId="dispute-delivery">
      <Facts
        facts={[
          ...(recipientName ? [{ name: words.recipient, value: recipientName }] : []),
          ...(address
            ? [
                {
                  name: words.address,
                  value: <span class="evidence-lines">{linesOf(address)}</span>,
                },
              ]
            : []),
          { name: words.reportedAt, value: <TimeText at={updatedAt} /> },
        ]}
      />
      {shipments.length > 0 && (
        <section aria-label={words.shipments}>
          <h3 class="rail-title">{words.shipments}</h3>
          <ul class="plain-list">
            {shipments.map((shipment, at) => (
              <li class="line" key={at} data-testid="shipment">
                <Shipment shipment={shipment} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {digital.length > 0 && (
        <section aria-label={words.digital}>
          <h3 class="rail-title">{words.digital}</h3>
          <ul class="plain-list">
            {digital.map(({ at, description, ipAddress, deviceId }, index) => (
              <li class="line" key={index} data-testid="digital-delivery">
                <span class="two-lines">
                  <span class="break">{description}</span>
                  <span class="muted small">
                    <TimeText at={at} withSeconds />
                  </span>
                  {ipAddress && (
                    <span class="muted small break">
                      {words.ipAddress} {ipAddress}
                    </span>
                  )}
                  {deviceId && (
                    <span class="muted small break">
                      {words.device} {deviceId}
                    </span>
                  )}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Panel>
  );
}

function Shipment({ shipment }: { shipment: Delivery["shipments"][number] }) {
  const words = disputeStoryTexts.value;
  const { carrier, trackingNumber, shippedAt, deliveredAt, signedBy } = shipment;
  return (
    <span class="two-lines">
      <span>
        <span class="strong">{carrier}</span>{" "}
        {trackingNumber && <CopyId id={trackingNumber} label={words.trackingNumber} />}
      </span>
      {shippedAt && (
        <span class="muted small">
          {words.shipped} <TimeText at={shippedAt} />
        </span>
      )}
      {deliveredAt ? (
        <span class="small">
          {words.delivered} <TimeText at={deliveredAt} />
        </span>
      ) : (
        <span class="muted small">{words.notDelivered}</span>
      )}
      {signedBy && <span class="muted small break">{words.signedBy(signedBy)}</span>}
    </span>
  );
}

function linesOf(address: NonNullable<Delivery["address"]>): string {
  const { line1, line2, city, state, postalCode, country } = address;
  const region = [city, state, postalCode].filter(Boolean).join(" ");
  return [line1, line2, region, country].filter(Boolean).join("\n");
}
