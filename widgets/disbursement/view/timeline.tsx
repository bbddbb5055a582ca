import type { DisbursementTexts } from "../../i18n/disbursement-texts.ts";
import { Icon } from "../../ui/icon.tsx";
import { check } from "../../ui/outcome-icons.ts";

interface TimelineProps {
  /** How many of the three points are done. */
  readonly stage: 1 | 2 | 3;
  readonly texts: DisbursementTexts;
}

/** Shows the three points: requested, approved, sent. */
export function Timeline({ stage, texts: { timeline, progress } }: TimelineProps) {
  const points = [timeline.requested, timeline.approved, timeline.sent];
  return (
    <ol class="timeline" aria-label={timeline.label} data-testid="timeline" data-stage={stage}>
      {points.map((point, index) => {
        const isDone = index < stage;
        return (
          <li
            class="timeline-point"
            data-state={isDone ? "done" : index === stage ? "current" : "ahead"}
            key={point}
          >
            <span class="timeline-mark">{isDone && <Icon name={check} sizePx={12} />}</span>
            <span>
              {point}
              {isDone && <span class="visually-hidden">, {progress.done}</span>}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
