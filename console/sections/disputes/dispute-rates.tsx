import { type DisputeRate, disputeRates, type ReturnRates } from "#contract/console/disputes";
import { percentText } from "../../../widgets/i18n/money-text.ts";
import { useQuery } from "../../client/use-query.ts";
import { language } from "../../i18n/current-texts.ts";
import { disputeTexts } from "../../i18n/dispute-texts.ts";
import { api } from "../../session/session.ts";
import { Panel } from "../../ui/page.tsx";
import { humanize, type Tone } from "../../ui/status-badge.tsx";

const tones: Readonly<Record<string, Tone>> = { fine: "good", warning: "wait", over: "bad" };

/** The rates that card networks and Nacha watch. Not shown until they load. */
export function DisputeRates() {
  const words = disputeTexts.value;
  const path = "/dispute-rates";
  const { value } = useQuery(path, (signal) => api.get(path, disputeRates, signal));
  if (!value) return null;
  return (
    <>
      <Panel title={words.rates} testId="dispute-rates">
        <ul class="plain-list">
          {value.data.map((rate) => (
            <RateLine rate={rate} key={rate.programme} />
          ))}
        </ul>
        {!value.hasFraudReports && <p class="muted small">{words.noFraudReports}</p>}
      </Panel>
      {value.returns && <Returns rates={value.returns} />}
    </>
  );
}

function RateLine({ rate }: { rate: DisputeRate }) {
  const words = disputeTexts.value;
  const { programme, disputes, fraudReports, payments, ratio, limitRatio, limitCount, state } =
    rate;
  const counted = number(disputes + fraudReports);
  return (
    <Line
      name={words.rateNames[programme] ?? humanize(programme)}
      rate={
        ratio === null
          ? words.rateUnknown(counted)
          : words.rate(counted, number(payments), percent(ratio))
      }
      limit={words.rateLimit(percent(limitRatio), number(limitCount))}
      state={state}
      testId={`rate-${programme}`}
    />
  );
}

/** The shares of ACH debits that banks returned. Not shown to operators without debits. */
function Returns({ rates: { days, debits, data } }: { rates: ReturnRates }) {
  const words = disputeTexts.value;
  return (
    <Panel title={words.returns(days)} testId="return-rates">
      <ul class="plain-list">
        {data.map(({ kind, returned, ratio, limitRatio, state }) => (
          <Line
            key={kind}
            name={words.returnNames[kind] ?? humanize(kind)}
            rate={
              ratio === null
                ? words.returnsUnknown(number(returned))
                : words.returnRate(number(returned), number(debits), percent(ratio))
            }
            limit={words.returnLimit(percent(limitRatio))}
            state={state}
            testId={`return-rate-${kind}`}
          />
        ))}
      </ul>
    </Panel>
  );
}

interface LineProps {
  readonly name: string;
  readonly rate: string;
  readonly limit: string;
  readonly state: string;
  readonly testId: string;
}

function Line({ name, rate, limit, state, testId }: LineProps) {
  return (
    <li class="line" data-testid={testId}>
      <span class="two-lines">
        <span class="strong">{name}</span>
        <span class="small">{rate}</span>
        <span class="muted small">{limit}</span>
      </span>
      <span class="badge" data-tone={tones[state] ?? "quiet"}>
        {disputeTexts.value.rateStates[state] ?? humanize(state)}
      </span>
    </li>
  );
}

const number = (value: number) => value.toLocaleString(language.value);
const percent = (share: number) => percentText(share, language.value);
