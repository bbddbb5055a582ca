import type { HomeFigures } from "#contract/console/home";
import type { ThreeDSStep } from "#contract/console/payment-list";
import { ChartFigure } from "../../charts/chart-figure.tsx";
import { Funnel } from "../../charts/funnel.tsx";
import { homeTexts } from "../../i18n/home-texts.ts";
import { Link } from "../../router/link.tsx";
import { paymentsIn } from "./figure-links.ts";
import { countText, rateText } from "./figure-texts.ts";

/** The funnel of payments with a challenge, beside the one of payments without. */
export function ThreeDS({ figures, currency }: { figures: HomeFigures; currency: string }) {
  const { threeDS } = homeTexts.value;
  const { byCard, authenticated, frictionless, frictionlessApproved } = figures.threeDS;
  const { challenged, challengePassed, challengeApproved } = figures.threeDS;
  const finding =
    authenticated === 0
      ? threeDS.none
      : challenged === 0
        ? threeDS.noChallenge
        : threeDS.finding(
            rateText(challenged, authenticated),
            rateText(challengePassed, challenged),
          );
  const queryOf = (reached: ThreeDSStep) => paymentsIn(figures, currency, { threeDS: reached });
  /** A step with its share of the previous one. */
  const step = (reached: ThreeDSStep, name: string, count: number, whole?: number) => ({
    reached,
    name,
    count,
    shown: (
      <Link to="/payments" query={queryOf(reached)}>
        {countText(count)}
      </Link>
    ),
    share: whole === undefined ? undefined : rateText(count, whole),
  });
  const { steps, frictionless: noChallenge, frictionlessApproved: noChallengeApproved } = threeDS;
  const through = [
    step("card", steps.byCard, byCard),
    step("authenticated", steps.authenticated, authenticated, byCard),
    step("challenged", steps.challenged, challenged, authenticated),
    step("challenge_passed", steps.passed, challengePassed, challenged),
    step("challenge_approved", steps.approved, challengeApproved, challengePassed),
  ];
  const without = [
    step("frictionless", noChallenge, frictionless, authenticated),
    step("frictionless_approved", noChallengeApproved, frictionlessApproved, frictionless),
  ];
  const all = [...through, ...without];
  return (
    <ChartFigure
      title={threeDS.title}
      finding={finding}
      table={{
        columns: [threeDS.step, threeDS.count],
        rows: all.map(({ name, count }) => [name, count]),
      }}
      linkOf={(row) => all[row] && { to: "/payments", query: queryOf(all[row].reached) }}
      file={`three-d-secure-${currency}`}
      testId="chart-three-ds"
      isTall
    >
      <p class="muted small">{threeDS.text}</p>
      <Funnel steps={through} most={byCard} />
      <Funnel steps={without} most={byCard} />
    </ChartFigure>
  );
}
