export interface JobOwner {
  readonly operatorId: string;
  readonly externalCustomerId: string;
}

export interface QueueLimits {
  readonly perOperator: number;
  /** Enough for a license, which has two sides. */
  readonly perCustomer: number;
  /** Beyond this limit, an operator without a waiting job can still add one. */
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
  /** Takes the next job whose customer has none running. It runs until {@link done}. */
  take(): OwnedJob<Job> | undefined;
  done(owner: JobOwner): void;
  drain(): Job[];
}

/** The last turns of at most this many operators are remembered. */
export const maxRemembered = 256;

export function createFairQueue<Job>(limits: QueueLimits): FairQueue<Job> {
  const waiting = new Map<string, OwnedJob<Job>[]>();
  /** Each operator's last turn, oldest first. */
  const lastTurns = new Map<string, number>();
  let turn = 0;
  const running = new Set<string>();
  let total = 0;
  const keyOf = ({ operatorId, externalCustomerId }: JobOwner) =>
    `${operatorId}\n${externalCustomerId}`;
  return {
    add(owner, job) {
      const jobs = waiting.get(owner.operatorId) ?? [];
      const ofCustomer = jobs.filter((job) => keyOf(job.owner) === keyOf(owner)).length;
      const isFull = total >= limits.total && jobs.length > 0;
      if (isFull || jobs.length >= limits.perOperator || ofCustomer >= limits.perCustomer) {
        return false;
      }
      jobs.push({ owner, job });
      waiting.set(owner.operatorId, jobs);
      total += 1;
      return true;
    },
    take() {
      const byLastTurn = [...waiting].sort(
        ([one], [other]) => (lastTurns.get(one) ?? 0) - (lastTurns.get(other) ?? 0),
      );
      for (const [operatorId, jobs] of byLastTurn) {
        const index = jobs.findIndex(({ owner }) => !running.has(keyOf(owner)));
        const [taken] = index === -1 ? [] : jobs.splice(index, 1);
        if (!taken) continue;
        if (jobs.length === 0) waiting.delete(operatorId);
        turn += 1;
        lastTurns.delete(operatorId);
        lastTurns.set(operatorId, turn);
        // A forgotten operator counts as never served. It was served longest ago, so its place hardly changes.
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
      const jobs = [...waiting.values()].flat().map(({ job }) => job);
      waiting.clear();
      total = 0;
      return jobs;
    },
  };
}
