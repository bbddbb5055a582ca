import type { CardStop } from "#contract/console/card-stops";
import { paymentDone } from "#contract/console/payments";
import { auditTexts } from "../../i18n/audit-texts.ts";
import { cardStopTexts } from "../../i18n/card-stop-texts.ts";
import { Link } from "../../router/link.tsx";
import { TimeText } from "../../ui/time-text.tsx";
import { LiftStop } from "./lift-stop.tsx";

interface CardStopsProps {
  readonly stops: readonly CardStop[];
  readonly paymentId: string;
  /** The attempt's path in the API. */
  readonly path: string;
  readonly reload: () => void;
}

/** The declines that stop, or stopped, the card of an attempt. */
export function CardStops({ stops, paymentId, path, reload }: CardStopsProps) {
  const words = cardStopTexts.value;
  const [newest] = stops.filter(({ lifted }) => lifted === null);
  const seen = stops.flatMap((stop) => (stop.lifted ? [] : stop.paymentId));
  const title = newest ? words.stopped : words.opened;
  return (
    <section class="rail" aria-label={title} data-testid="card-stops">
      <h3 class="rail-title">{title}</h3>
      <p class={newest ? "rail-note" : "muted"}>
        {newest ? words.stoppedText : words.openedText}{" "}
        {newest && (
          <>
            {words.until} <TimeText at={newest.endsAt} />.
          </>
        )}
      </p>
      <ul class="plain-list">
        {stops.map((stop) => (
          <Stop key={stop.paymentId} stop={stop} isOther={stop.paymentId !== paymentId} />
        ))}
      </ul>
      <LiftStop path={path} schema={paymentDone} seen={seen} reload={reload} />
    </section>
  );
}

function Stop({ stop, isOther }: { stop: CardStop; isOther: boolean }) {
  const words = cardStopTexts.value;
  const audit = auditTexts.value;
  const { declinedAt, paymentIntentId, paymentId, lifted } = stop;
  return (
    <li class="line" data-testid="card-stop">
      <span class="two-lines">
        <span>
          {words.declined} <TimeText at={declinedAt} withSeconds />
        </span>
        {isOther && (
          <Link to={`/payments/${encodeURIComponent(paymentIntentId)}`}>
            <code class="mono small">{paymentId}</code>
          </Link>
        )}
        {lifted && (
          <span class="muted small">
            {lifted.by === null
              ? words.lifted
              : words.liftedBy(audit.actors[lifted.by] ?? lifted.by)}{" "}
            <TimeText at={lifted.at} />
            {lifted.reason !== null && `: ${lifted.reason}`}
          </span>
        )}
      </span>
    </li>
  );
}
