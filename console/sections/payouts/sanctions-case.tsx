import type { SanctionsReview } from "#contract/console/sanctions";
import { Button } from "../../../widgets/ui/button.tsx";
import { Notice } from "../../../widgets/ui/notice.tsx";
import { sanctionsTexts } from "../../i18n/sanctions-texts.ts";
import { Link } from "../../router/link.tsx";
import { may } from "../../session/session.ts";
import { Facts } from "../../ui/facts.tsx";
import { networkName } from "../../ui/network-name.ts";
import { Panel } from "../../ui/page.tsx";
import { humanize } from "../../ui/status-badge.tsx";
import { dateText, TimeText } from "../../ui/time-text.tsx";
import type { SanctionsDecision } from "./sanctions-dialog.tsx";

interface CaseProps {
  readonly review: SanctionsReview;
  readonly onDecide: (decision: SanctionsDecision["decision"]) => void;
}

export function SanctionsCase({ review, onDecide }: CaseProps) {
  const words = sanctionsTexts.value;
  const { person, entry, status } = review;
  const isWaiting = status === "open" || status === "clearing";
  const lines = (all: readonly string[]) => (all.length === 0 ? null : all.join("; "));
  const isAddress = review.kind === "address";
  const about = person.name || review.externalCustomerId;
  return (
    <Panel
      title={`${about} · ${isAddress ? words.addressMatch : words.score(review.score)}`}
      testId="sanctions-case"
    >
      {status === "clearing" && review.clearedBy && (
        <Notice
          tone="info"
          title={words.states["clearing"] ?? ""}
          lines={[
            isAddress
              ? words.addressClearedFirst(review.clearedBy)
              : words.clearedFirst(review.clearedBy),
            ...(review.reason ? [review.reason] : []),
          ]}
          testId="sanctions-second"
        />
      )}
      {isWaiting && !review.isReadable && (
        <Notice
          tone="warning"
          title={words.unreadable}
          lines={[words.unreadableText]}
          testId="sanctions-unreadable"
        />
      )}
      <div class="form-grid">
        <section aria-label={words.customer}>
          <h3>{words.customer}</h3>
          <Facts
            facts={[
              { name: words.name, value: person.name || null },
              { name: words.otherNames, value: lines(person.otherNames) },
              { name: words.born, value: person.dateOfBirth && dateText(person.dateOfBirth) },
              { name: words.place, value: lines(known([person.city, person.country])) },
              {
                name: words.id,
                value: (
                  <Link to={`/customers/${encodeURIComponent(review.externalCustomerId)}`}>
                    {review.externalCustomerId}
                  </Link>
                ),
              },
              {
                name: words.heldPayouts,
                value: (
                  <Link
                    to="/payouts"
                    query={{ hold: "held", externalCustomerId: review.externalCustomerId }}
                    data-testid="to-held-payouts"
                  >
                    {words.showHeld}
                  </Link>
                ),
              },
            ]}
          />
        </section>
        <section aria-label={words.listed}>
          <h3>{words.listed}</h3>
          <Facts
            facts={[
              { name: words.names, value: lines(entry.names.map(nameText)) },
              { name: words.births, value: lines(entry.births) },
              { name: words.birthPlaces, value: lines(entry.birthPlaces) },
              { name: words.countries, value: lines(entry.countries) },
              { name: words.addresses, value: lines(entry.addresses) },
              { name: words.programs, value: lines(entry.programs) },
              { name: words.remarks, value: entry.remarks },
              { name: words.entry, value: `${entry.list} ${entry.entryId}` },
            ]}
          />
        </section>
      </div>
      {review.isReadable && (
        <>
          <h3>{words.why}</h3>
          {isAddress ? <Addresses review={review} /> : <Why review={review} />}
        </>
      )}
      {!isWaiting && <Decided review={review} />}
      {isWaiting && may("payouts.decide") && (
        <div class="button-row">
          {review.isReadable && (
            <Button quiet testId="sanctions-clear" onPress={() => onDecide("clear")}>
              {isAddress ? words.clearAddress : words.clear}
            </Button>
          )}
          <Button quiet testId="sanctions-confirm" onPress={() => onDecide("confirm")}>
            {isAddress ? words.confirmAddress : words.confirm}
          </Button>
        </div>
      )}
    </Panel>
  );
}

function known(all: readonly (string | null)[]): string[] {
  return all.flatMap((each) => each ?? []);
}

function nameText({ name, quality }: SanctionsReview["entry"]["names"][number]): string {
  const word = sanctionsTexts.value.qualities[quality];
  return word === undefined ? name : `${name} (${word})`;
}

/** The listed addresses that the customer uses. The list may write one differently, such as in lower case. */
function Addresses({ review: { addresses } }: { review: SanctionsReview }) {
  const words = sanctionsTexts.value;
  return (
    <ul data-testid="sanctions-why">
      {addresses.map(({ use, network, address, currency, listed }) => (
        <li key={`${use} ${address}`} class="two-lines">
          <span>{words.addressUses[use] ?? humanize(use)}</span>
          <code class="mono">{address}</code>
          <span class="muted small">{words.listedAs(networkName(network), currency)}</span>
          {listed !== address && <code class="mono muted small">{listed}</code>}
        </li>
      ))}
    </ul>
  );
}

function Why({ review: { explanation } }: { review: SanctionsReview }) {
  const words = sanctionsTexts.value;
  if (!explanation) return null;
  const { name, birth, place } = explanation;
  const quality = words.qualities[name.quality];
  const parts = [
    {
      text: `${words.nameAgrees(name.percent, name.listed)}${quality ? ` (${quality})` : ""}`,
      points: name.points,
    },
    {
      text: `${words.birthResults[birth.result] ?? humanize(birth.result)}${birth.listed ? ` (${birth.listed})` : ""}`,
      points: birth.points,
    },
    { text: words.placeResults[place.result] ?? humanize(place.result), points: place.points },
  ];
  return (
    <ul data-testid="sanctions-why">
      {parts.map(({ text, points }) => (
        <li key={text}>
          {text}
          {points !== 0 && <span class="muted"> · {words.points(points)}</span>}
        </li>
      ))}
    </ul>
  );
}

function stateText({ kind, status }: SanctionsReview): string {
  const words = sanctionsTexts.value;
  const states = kind === "address" ? { ...words.states, ...words.addressStates } : words.states;
  return states[status] ?? humanize(status);
}

function Decided({ review }: { review: SanctionsReview }) {
  const words = sanctionsTexts.value;
  return (
    <p class="two-lines" data-testid="sanctions-decided">
      <span class="strong">{stateText(review)}</span>
      <span class="muted small">
        {review.decidedBy && words.decidedBy(review.decidedBy)}
        {review.decidedAt && (
          <>
            {" · "}
            <TimeText at={review.decidedAt} />
          </>
        )}
      </span>
      {review.reason && (
        <span class="small" dir="auto">
          {review.reason}
        </span>
      )}
    </p>
  );
}
