import { type DisputeRate, disputeRates } from "#contract/console/disputes";
import { percentText } from "../../../widgets/i18n/money-text.ts";
import { useAnswer } from "../../client/use-answer.ts";
import { language } from "../../i18n/current-texts.ts";
import { disputeTexts } from "../../i18n/dispute-texts.ts";
import { api } from "../../session/session.ts";
import { Panel } from "../../ui/page.tsx";
import { type Tone, wordsOf } from "../../ui/status-badge.tsx";

const tones: Readonly<Record<string, Tone>> = { fine: "good", warning: "wait", over: "bad" };

/** The rates that card networks watch. Absent until they are read. */
export function DisputeRates() {
  const words = disputeTexts.value;
  const path = "/dispute-rates";
  const { value } = useAnswer(path, (signal) => api.get(path, disputeRates, signal));
  if (!value) return null;
  return (
    <Panel title={words.rates} testId="dispute-rates">
      <ul class="plain-list">
        {value.data.map((rate) => (
          <RateLine rate={rate} key={rate.programme} />
        ))}
      </ul>
      {!value.hasFraudReports && <p class="muted small">{words.noFraudReports}</p>}
    </Panel>
  );
}

function RateLine({ rate }: { rate: DisputeRate }) {
  const words = disputeTexts.value;
  const { programme, disputes, fraudReports, payments, ratio, limitRatio, limitCount, state } =
    rate;
  const counted = disputes + fraudReports;
  const number = (value: number) => value.toLocaleString(language.value);
  const percent = (share: number) => percentText(share, language.value);
  return (
    <li class="line" data-testid={`rate-${programme}`}>
      <span class="two-lines">
        <span class="strong">{words.rateNames[programme] ?? wordsOf(programme)}</span>
        <span class="small">
          {ratio === null
            ? words.rateUnknown(number(counted))
            : words.rate(number(counted), number(payments), percent(ratio))}
        </span>
        <span class="muted small">{words.rateLimit(percent(limitRatio), number(limitCount))}</span>
      </span>
      <span class="badge" data-tone={tones[state] ?? "quiet"}>
        {words.rateStates[state] ?? wordsOf(state)}
      </span>
    </li>
  );
}
