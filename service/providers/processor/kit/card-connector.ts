import type { CardCapabilities, CardVendor } from "#contract/connectors/card-capabilities";
import type { ChargeRequest } from "#contract/connectors/processor";
import type { OutgoingHttp } from "../../../platform/outgoing-http.ts";
import { type Exchange, runExchange } from "../../kit/exchange.ts";
import type {
  AnswerOutcome,
  CardProcessor,
  ChallengeEnd,
  ChargeOrder,
  ChargeOutcome,
  DisputeAnswerOrder,
  ExpectedAnswer,
  ExpectedCharge,
  ExpectedRefund,
  PrepareOutcome,
  RefundOrder,
  RefundOutcome,
  ReversalOutcome,
} from "../card-processor.ts";
import type { NoticeReader, OutcomeNotice } from "./notices.ts";
import { maxBatchCalls, type SettledBatches, type SettledBatchQuery } from "./settled-batches.ts";

/**
 * A vendor's API as exchanges, with the guarantees of {@link CardProcessor} (tests: `conformance.ts`). The service's
 * idempotency key is the vendor's reference of the charge or refund.
 */
export interface CardConnector {
  readonly capabilities: CardCapabilities;
  /** See {@link CardProcessor.referenceOf}. */
  referenceOf?(key: string): string;
  /** See {@link CardProcessor.prepare}. */
  prepare?(request: ChargeRequest, key: string): Exchange<PrepareOutcome>;
  charge(order: ChargeOrder, key: string): Exchange<ChargeOutcome>;
  lookUp(
    key: string,
    expected: ExpectedCharge,
    notices?: readonly OutcomeNotice[],
  ): Exchange<ChargeOutcome>;
  /** See {@link CardProcessor.endChallenge}. */
  endChallenge?(key: string, expected: ExpectedCharge, why: ChallengeEnd): Exchange<ChargeOutcome>;
  reverse(
    chargeId: string,
    key: string,
    reason: string,
    notices?: readonly OutcomeNotice[],
  ): Exchange<ReversalOutcome>;
  refund(order: RefundOrder, key: string): Exchange<RefundOutcome>;
  lookUpRefund(
    key: string,
    expected: ExpectedRefund,
    notices?: readonly OutcomeNotice[],
  ): Exchange<RefundOutcome>;
  answerDispute(order: DisputeAnswerOrder, key: string): Exchange<AnswerOutcome>;
  lookUpAnswer(key: string, expected: ExpectedAnswer): Exchange<AnswerOutcome>;
  isHealthy(): Exchange<boolean>;
  /** See {@link CardProcessor.settledBatches}. At most {@link maxBatchCalls} calls. */
  settledBatches?(query: SettledBatchQuery): Exchange<SettledBatches>;
  /** Absent if the service takes no notices of this vendor. */
  readNotice?: NoticeReader;
  /** See {@link CardProcessor.noticeResponse}. */
  readonly noticeResponse?: string;
}

export interface Deadlines {
  readonly chargeDeadlineMs: number;
  readonly lookUpDeadlineMs: number;
}

/** An answer to a dispute can have a call per file. */
const maxAnswerCalls = 16;

/** Checked in the background; a slow response counts as unhealthy. */
export const healthDeadlineMs = 2_000;

/** The processor for the vendor's API at this address. `name` is the operator's name for it. */
export function createCardProcessor(
  {
    name,
    url,
    type: vendor,
  }: { readonly name: string; readonly url: string; readonly type: CardVendor },
  connector: CardConnector,
  http: OutgoingHttp,
): CardProcessor {
  const run = <Outcome>(exchange: Exchange<Outcome>) => runExchange(exchange, url, http);
  const { prepare, referenceOf, settledBatches, endChallenge } = connector;
  return {
    name,
    vendor,
    capabilities: connector.capabilities,
    ...(referenceOf && { referenceOf }),
    // The current connector: a secret may have changed.
    ...(prepare && {
      prepare: (request, key) => run((connector.prepare ?? prepare)(request, key)),
    }),
    ...(endChallenge && {
      endChallenge: (key, expected, why) =>
        run((connector.endChallenge ?? endChallenge)(key, expected, why)),
    }),
    charge: (order, key) => run(connector.charge(order, key)),
    lookUp: (key, expected, notices = []) => run(connector.lookUp(key, expected, notices)),
    reverse: (chargeId, key, reason, notices = []) =>
      run(connector.reverse(chargeId, key, reason, notices)),
    refund: (order, key) => run(connector.refund(order, key)),
    lookUpRefund: (key, expected, notices = []) =>
      run(connector.lookUpRefund(key, expected, notices)),
    answerDispute: (order, key) =>
      runExchange(connector.answerDispute(order, key), url, http, maxAnswerCalls),
    lookUpAnswer: (key, expected) => run(connector.lookUpAnswer(key, expected)),
    isHealthy: () => run(connector.isHealthy()),
    ...(settledBatches && {
      settledBatches: (query) =>
        runExchange((connector.settledBatches ?? settledBatches)(query), url, http, maxBatchCalls),
    }),
    readNotice: (received) => connector.readNotice?.(received),
    ...(connector.noticeResponse === undefined ? {} : { noticeResponse: connector.noticeResponse }),
  };
}
