/**
 * Who may have how many tries under way in this process. Pure bookkeeping.
 *
 * - {@link sharedSlots} go to operators that have work, in equal parts: one operator alone may use all of them.
 * - Beyond them, each operator always has {@link reservedSlots} of its own. So an operator that arrives
 *   while others hold every shared slot for ten seconds does not wait for them.
 * - {@link mostSlots} bounds the process. It is reached when more than a hundred operators have
 *   hanging endpoints at the same time, before their breakers open (slow-endpoints.ts).
 */

/** Tries under way at once that operators share. */
export const sharedSlots = 64;
/** Tries that each operator may have under way whatever the others do. */
export const reservedSlots = 8;
/** Tries under way at once in this process. */
export const mostSlots = 1_024;
/** Tries under way at once to one endpoint. */
export const slotsPerEndpoint = 16;
/** Probes under way at once to an operator's slow endpoints. */
export const probesPerOperator = 2;

/** What one operator has under way. */
interface OperatorShare {
  tries: number;
  probes: number;
  readonly byEndpoint: Map<string, number>;
}

/** One try, for {@link SlotShares.take} and {@link SlotShares.release}. */
export interface SlotHolder {
  readonly operatorId: string;
  readonly webhookId: string;
  readonly isProbe: boolean;
}

/** The room that one operator has now. */
export interface SlotRoom {
  readonly tries: number;
  readonly probes: number;
  /** Endpoints with tries under way, and how many each. */
  readonly endpoints: readonly string[];
  readonly counts: readonly number[];
}

/** Counts tries under way by operator and endpoint. */
export class SlotShares {
  readonly #operators = new Map<string, OperatorShare>();
  #total = 0;

  get total(): number {
    return this.#total;
  }

  take(holder: SlotHolder): void {
    const share = this.#operators.get(holder.operatorId) ?? {
      tries: 0,
      probes: 0,
      byEndpoint: new Map(),
    };
    this.#operators.set(holder.operatorId, share);
    this.#count(share, holder, 1);
  }

  release(holder: SlotHolder): void {
    const share = this.#operators.get(holder.operatorId);
    if (!share) return;
    this.#count(share, holder, -1);
    if (share.tries === 0) this.#operators.delete(holder.operatorId);
  }

  /**
   * What `operatorId` may start now, when `operatorsWaiting` operators have something due. The shared
   * slots that are free are divided among those; the next pass divides what is left.
   */
  roomOf(operatorId: string, operatorsWaiting: number): SlotRoom {
    const share = this.#operators.get(operatorId);
    const free = Math.max(0, sharedSlots - this.#total);
    const part = Math.ceil(free / Math.max(1, operatorsWaiting));
    const reserved = Math.max(0, reservedSlots - (share?.tries ?? 0));
    const tries = Math.min(Math.max(part, reserved), Math.max(0, mostSlots - this.#total));
    return {
      tries,
      probes: Math.max(0, Math.min(tries, probesPerOperator - (share?.probes ?? 0))),
      endpoints: [...(share?.byEndpoint.keys() ?? [])],
      counts: [...(share?.byEndpoint.values() ?? [])],
    };
  }

  #count(share: OperatorShare, { webhookId, isProbe }: SlotHolder, by: 1 | -1): void {
    this.#total += by;
    share.tries += by;
    if (isProbe) share.probes += by;
    const count = (share.byEndpoint.get(webhookId) ?? 0) + by;
    if (count > 0) share.byEndpoint.set(webhookId, count);
    else share.byEndpoint.delete(webhookId);
  }
}
