/**
 * Decides how many tries each operator may have in progress in this process. It only counts.
 *
 * - Operators with work share {@link sharedSlots} equally. A single operator may use all of them.
 * - Each operator always has {@link reservedSlots} more. So an operator that arrives while others hold every shared
 *   slot for ten seconds does not wait.
 * - {@link maxSlots} is the limit of the process. More than a hundred operators need hanging endpoints at the same time
 *   to reach it, before their breakers open (slow-endpoints.ts).
 */

/** Concurrent tries that operators share. */
export const sharedSlots = 64;
/** Concurrent tries of each operator, always. */
export const reservedSlots = 8;
/** Concurrent tries of this process. */
export const maxSlots = 1_024;
/** Concurrent tries to one endpoint. */
export const slotsPerEndpoint = 16;
/** Concurrent probes to one operator's slow endpoints. */
export const probesPerOperator = 2;

interface OperatorShare {
  tries: number;
  probes: number;
  readonly byEndpoint: Map<string, number>;
}

export interface SlotHolder {
  readonly operatorId: string;
  readonly webhookId: string;
  readonly isProbe: boolean;
}

export interface SlotRoom {
  readonly tries: number;
  readonly probes: number;
  /** Endpoints with tries in progress; `counts` has how many. */
  readonly endpoints: readonly string[];
  readonly counts: readonly number[];
}

/** Tries in progress, by operator and endpoint. */
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

  /** If `operatorsWaiting` have something due, they share the free slots equally; the next pass shares the rest. */
  roomOf(operatorId: string, operatorsWaiting: number): SlotRoom {
    const share = this.#operators.get(operatorId);
    const free = Math.max(0, sharedSlots - this.#total);
    const part = Math.ceil(free / Math.max(1, operatorsWaiting));
    const reserved = Math.max(0, reservedSlots - (share?.tries ?? 0));
    const tries = Math.min(Math.max(part, reserved), Math.max(0, maxSlots - this.#total));
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
