import type { HomeFigures } from "#contract/console/home";
import { ChartFigure } from "../../charts/chart-figure.tsx";
import { Funnel } from "../../charts/funnel.tsx";
import { homeTexts } from "../../i18n/home-texts.ts";
import { Link } from "../../router/link.tsx";
import { type ListQuery, paymentsIn } from "./figure-links.ts";
import { countText, rateText } from "./figure-texts.ts";

/** The 3-D Secure funnel: the way through a challenge, and beside it the way without one. */
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
  const count = (number: number, filters: ListQuery) => (
    <Link to="/payments" query={paymentsIn(figures, currency, filters)}>
      {countText(number)}
    </Link>
  );
  const { steps } = threeDS;
  const through = [
    { name: steps.byCard, count: byCard, shown: count(byCard, { threeDS: "card" }) },
    {
      name: steps.authenticated,
      count: authenticated,
      shown: count(authenticated, { threeDS: "authenticated" }),
      share: rateText(authenticated, byCard),
    },
    {
      name: steps.challenged,
      count: challenged,
      shown: count(challenged, { threeDS: "challenged" }),
      share: rateText(challenged, authenticated),
    },
    {
      name: steps.passed,
      count: challengePassed,
      shown: count(challengePassed, { threeDS: "challenge_passed" }),
      share: rateText(challengePassed, challenged),
    },
    {
      name: steps.approved,
      count: challengeApproved,
      shown: count(challengeApproved, { threeDS: "challenge_approved" }),
      share: rateText(challengeApproved, challengePassed),
    },
  ];
  const without = [
    {
      name: threeDS.frictionless,
      count: frictionless,
      shown: count(frictionless, { threeDS: "frictionless" }),
      share: rateText(frictionless, authenticated),
    },
    {
      name: threeDS.frictionlessApproved,
      count: frictionlessApproved,
      shown: count(frictionlessApproved, { threeDS: "frictionless_approved" }),
      share: rateText(frictionlessApproved, frictionless),
    },
  ];
  return (
    <ChartFigure
      title={threeDS.title}
      finding={finding}
      table={{
        columns: [threeDS.step, threeDS.count],
        rows: [...through, ...without].map((step) => [step.name, step.count]),
      }}
      file={`three-d-secure-${currency}`}
      testId="chart-three-ds"
    >
      <p class="muted small">{threeDS.text}</p>
      <Funnel steps={through} most={byCard} />
      <Funnel steps={without} most={byCard} />
    </ChartFigure>
  );
}
