/** The customer that a job belongs to. */
export interface JobOwner {
  readonly operatorId: string;
  readonly externalCustomerId: string;
}

/** Limits of waiting jobs. */
export interface QueueLimits {
  /** Jobs of one operator. */
  readonly perOperator: number;
  /** Jobs of one customer: a license has two sides. */
  readonly perCustomer: number;
  /** Jobs in total. Beyond it, each operator can still have one waiting. */
  readonly total: number;
}

/** A job with its owner. */
export interface OwnedJob<Job> {
  readonly owner: JobOwner;
  readonly job: Job;
}

/**
 * A queue of waiting jobs. Operators take turns, so many jobs of one operator delay another by at most one job.
 * A customer has at most one running job.
 */
export interface FairQueue<Job> {
  /** Adds a job; false when there is no room. */
  add(owner: JobOwner, job: Job): boolean;
  /** Takes the next job whose customer has none running. It runs until {@link done}. */
  take(): OwnedJob<Job> | undefined;
  done(owner: JobOwner): void;
  /** Empties the queue. */
  drain(): Job[];
}

/** Operators whose last turn is remembered. */
export const maxRemembered = 256;

/** Creates an empty queue. */
export function createFairQueue<Job>(limits: QueueLimits): FairQueue<Job> {
  const lines = new Map<string, OwnedJob<Job>[]>();
  /** Number of each operator's last turn, the oldest first. */
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
