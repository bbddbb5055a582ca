export interface JobOwner {
  readonly operatorId: string;
  readonly externalCustomerId: string;
}

export interface QueueLimits {
  readonly perOperator: number;
  /** Enough for a license, which has two sides. */
  readonly perCustomer: number;
  /** Beyond this limit, each operator can still have one waiting. */
  readonly total: number;
}

export interface OwnedJob<Job> {
  readonly owner: JobOwner;
  readonly job: Job;
}

/**
 * A queue of waiting jobs. Operators take turns, so one operator's many jobs delay another by at most one. A customer
 * has at most one running job.
 */
export interface FairQueue<Job> {
  /** Adds a job. False if there is no room. */
  add(owner: JobOwner, job: Job): boolean;
  /** Takes the next job of a customer without a running one. It runs until {@link done}. */
  take(): OwnedJob<Job> | undefined;
  done(owner: JobOwner): void;
  drain(): Job[];
}

/** Most operators with a remembered last turn. */
export const maxRemembered = 256;

export function createFairQueue<Job>(limits: QueueLimits): FairQueue<Job> {
  const lines = new Map<string, OwnedJob<Job>[]>();
  /** The last turn of each operator, the oldest first. */
  const lastTurns = new Map<string, number>();
  let turn = 0;
  const running = new Set<string>();
  let total = 0;
  const keyOf = ({ operatorId, externalCustomerId }: JobOwner) =>
    `${operatorId}\n${externalCustomerId}`;
  return {
    add(owner, job) {
      const line = lines.get(owner.operatorId) ?? [];
      const ofCustomer = line.filter((each) => keyOf(each.owner) === keyOf(owner)).length;
      const isFull = total >= limits.total && line.length > 0;
      if (isFull || line.length >= limits.perOperator || ofCustomer >= limits.perCustomer) {
        return false;
      }
      line.push({ owner, job });
      lines.set(owner.operatorId, line);
      total += 1;
      return true;
    },
    take() {
      const inTurn = [...lines].sort(
        ([one], [other]) => (lastTurns.get(one) ?? 0) - (lastTurns.get(other) ?? 0),
      );
      for (const [operatorId, line] of inTurn) {
        const index = line.findIndex(({ owner }) => !running.has(keyOf(owner)));
        const [taken] = index === -1 ? [] : line.splice(index, 1);
        if (!taken) continue;
        if (line.length === 0) lines.delete(operatorId);
        turn += 1;
        lastTurns.delete(operatorId);
        lastTurns.set(operatorId, turn);
        // A forgotten operator counts as never served; it was the one served longest ago.
        const [oldest] = lastTurns.keys();
        if (lastTurns.size > maxRemembered && oldest !== undefined) lastTurns.delete(oldest);
        total -= 1;
        running.add(keyOf(taken.owner));
        return taken;
      }
      return undefined;
    },
    done: (owner) => void running.delete(keyOf(owner)),
    drain() {
      const jobs = [...lines.values()].flat().map(({ job }) => job);
      lines.clear();
      total = 0;
      return jobs;
    },
  };
}
