import type { PaymentRouting } from "#contract/api/payment-routing";
import { language } from "../../i18n/current-texts.ts";
import { routingTexts } from "../../i18n/routing-texts.ts";
import { humanize } from "../../ui/status-badge.tsx";

/** Says which rule and draw chose the processor, which processors were skipped, and when failover happened. */
export function RoutingWords({
  routing,
  processor,
}: {
  routing: PaymentRouting;
  /** The last processor that was used. */
  processor: string | null;
}) {
  const { decision } = routingTexts.value;
  const { ruleId, reason, chosen, candidates, failedOver } = routing;
  const time = (at: string) =>
    new Intl.DateTimeFormat(language.value, { timeStyle: "medium" }).format(new Date(at));
  const failoverSentence = (failover: PaymentRouting["failedOver"][number]) => {
    const { failedOver: words } = decision;
    const sentence = words[failover.reason as keyof typeof words] ?? words.other;
    return sentence(failover.processor, time(failover.at));
  };
  const sentences = [
    ruleId === null ? decision.byOrder : decision.byRule(ruleId),
    decision.chosen(chosen),
    decision.reasons[reason] ?? `${humanize(reason)}.`,
    ...failedOver.map(failoverSentence),
    ...(failedOver.length > 0 && processor !== null ? [decision.continuedWith(processor)] : []),
  ];
  return (
    <details class="more decision" data-testid="routing-decision" open={failedOver.length > 0}>
      <summary>{decision.title}</summary>
      <p>{sentences.join(" ")}</p>
      {candidates.length > 1 && (
        <ul class="plain-list" aria-label={decision.candidates}>
          {candidates.map((candidate) => (
            <li class="line" key={candidate.processor}>
              <span class="strong">{candidate.processor}</span>
              <span class="muted">
                {candidate.weight > 0 && `${decision.weight(candidate.weight)} · `}
                {decision.outcomes[candidate.outcome] ?? humanize(candidate.outcome)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}
