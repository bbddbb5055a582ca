import type { ComponentChildren } from "preact";
import type { HomeFigures } from "#contract/console/home";
import { Sparkline } from "../../charts/line-chart.tsx";
import { homeTexts } from "../../i18n/home-texts.ts";
import { Link } from "../../router/link.tsx";
import { type ListQuery, paymentsIn, refundsIn, todayOf } from "./figure-links.ts";
import { changeText, countText, fullMoney, pointsText, rateText } from "./figure-texts.ts";
import { wholeDays } from "./whole-days.ts";

interface FiguresProps {
  readonly figures: HomeFigures;
  readonly currency: string;
}

/** Figures of today until now. */
export function TodayTiles({ figures, currency }: FiguresProps) {
  const { tiles, links, today } = homeTexts.value;
  const { todaySums: sums } = figures;
  const now = todayOf(figures);
  return (
    <dl class="tiles" data-brief="">
      <Tile
        name={tiles.volume.name}
        text={tiles.volume.text}
        value={fullMoney(sums.volume, currency)}
        link={links.succeeded(countText(sums.succeeded))}
        query={paymentsIn(now, currency, { status: "success" })}
        note={today.until}
        testId="today-volume"
      />
      <Tile
        name={tiles.payments.name}
        text={tiles.payments.text}
        value={countText(sums.payments)}
        link={links.payments(countText(sums.payments))}
        query={paymentsIn(now, currency, { first: "any" })}
        testId="today-payments"
      />
      <Tile
        name={tiles.approval.name}
        text={tiles.approval.text}
        value={rateText(sums.approved, sums.decided)}
        link={links.declined(countText(sums.decided - sums.approved))}
        query={paymentsIn(now, currency, { outcome: "declined" })}
        testId="today-approval"
      />
      <Tile
        name={tiles.refunds.name}
        text={tiles.refunds.text}
        value={fullMoney(sums.refunded, currency)}
        link={links.refunds(countText(sums.refunds))}
        to="/refunds"
        query={refundsIn(now, currency)}
        testId="today-refunds"
      />
    </dl>
  );
}

/** Figures of the chosen period, compared with the previous one. */
export function PeriodTiles({ figures, currency }: FiguresProps) {
  const { tiles, links } = homeTexts.value;
  const { sums, previous, days } = figures;
  const { now, before } = wholeDays(figures);
  return (
    <dl class="tiles">
      <Tile
        name={tiles.volume.name}
        text={tiles.volume.text}
        value={fullMoney(sums.volume, currency)}
        note={changeText(now.volume, before.volume)}
        link={links.succeeded(countText(sums.succeeded))}
        query={paymentsIn(figures, currency, { status: "success" })}
        testId="volume"
      >
        <Sparkline values={days.map(({ volume }) => volume)} />
      </Tile>
      <Tile
        name={tiles.net.name}
        text={tiles.net.text}
        value={fullMoney(sums.net, currency)}
        note={changeText(now.net, before.net)}
        link={links.refunds(countText(sums.refunds))}
        to="/refunds"
        query={refundsIn(figures, currency)}
        testId="net"
      />
      <Tile
        name={tiles.payments.name}
        text={tiles.payments.text}
        value={countText(sums.payments)}
        note={changeText(now.payments, before.payments)}
        link={links.payments(countText(sums.payments))}
        query={paymentsIn(figures, currency, { first: "any" })}
        testId="payments"
      >
        <Sparkline values={days.map(({ payments }) => payments)} />
      </Tile>
      <Tile
        name={tiles.conversion.name}
        text={tiles.conversion.text}
        value={rateText(sums.succeeded, sums.created)}
        note={pointsText(
          { part: sums.succeeded, whole: sums.created },
          { part: previous.succeeded, whole: previous.created },
        )}
        link={links.created(countText(sums.created))}
        query={paymentsIn(figures, currency)}
        testId="conversion"
      />
      <Tile
        name={tiles.first.name}
        text={tiles.first.text}
        value={rateText(sums.firstApproved, sums.firstDecided)}
        note={pointsText(
          { part: sums.firstApproved, whole: sums.firstDecided },
          { part: previous.firstApproved, whole: previous.firstDecided },
        )}
        link={links.declined(countText(sums.firstDecided - sums.firstApproved))}
        query={paymentsIn(figures, currency, { first: "declined" })}
        testId="first-approval"
      />
      <Tile
        name={tiles.approval.name}
        text={tiles.approval.text}
        value={rateText(sums.approved, sums.decided)}
        note={pointsText(
          { part: sums.approved, whole: sums.decided },
          { part: previous.approved, whole: previous.decided },
        )}
        link={links.declined(countText(sums.decided - sums.approved))}
        query={paymentsIn(figures, currency, { outcome: "declined" })}
        testId="approval"
      />
      <Tile
        name={tiles.refunds.name}
        text={tiles.refunds.text}
        value={fullMoney(sums.refunded, currency)}
        note={changeText(now.refunded, before.refunded)}
        link={links.refunds(countText(sums.refunds))}
        to="/refunds"
        query={refundsIn(figures, currency)}
        testId="refunds"
      />
      <Tile
        name={tiles.refundRate.name}
        text={tiles.refundRate.text}
        value={rateText(sums.refunded, sums.volume)}
        note={pointsText(
          { part: sums.refunded, whole: sums.volume },
          { part: previous.refunded, whole: previous.volume },
        )}
        link={links.refunds(countText(sums.refunds))}
        to="/refunds"
        query={refundsIn(figures, currency)}
        testId="refund-rate"
      />
    </dl>
  );
}

interface TileProps {
  readonly name: string;
  /** The definition of the number. */
  readonly text: string;
  readonly value: string;
  /** The change since the previous period. */
  readonly note?: string;
  readonly link: string;
  /** The path of the list; default: payments. */
  readonly to?: string;
  readonly query: ListQuery;
  readonly testId: string;
  readonly children?: ComponentChildren;
}

/** Today's definitions are those of the period. */
function Tile(props: TileProps) {
  const { name, text, value, note, link, to = "/payments", query, testId, children } = props;
  return (
    <div class="tile" data-testid={`tile-${testId}`}>
      <dt class="tile-name">{name}</dt>
      <dd class="tile-value">{value}</dd>
      <dd class="tile-note">
        {note && <span class="muted">{note}</span>}
        <Link to={to} query={query} data-testid={`link-${testId}`}>
          {link}
        </Link>
      </dd>
      <dd class="tile-text">{text}</dd>
      {children && <dd class="tile-line">{children}</dd>}
    </div>
  );
}
