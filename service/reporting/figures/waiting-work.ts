import type { Statement } from "../../platform/database/database.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";

/** Work that waits for a person. */
export const workKinds = [
  "deadlines",
  "outcomes",
  "approvals",
  "refunds",
  "batches",
  "disputes",
  "reviews",
  "sanctions",
  "breaks",
  "notices",
  "deliveries",
] as const;
export type WorkKind = (typeof workKinds)[number];

export interface WaitingWork {
  readonly kind: WorkKind;
  readonly count: number;
  readonly oldestAt: Date | null;
  /** The next deadline; null if there is no deadline. */
  readonly dueAt: Date | null;
  readonly amounts: readonly { readonly currency: string; readonly amountMinor: number }[];
}

interface WorkRow {
  currency: string | null;
  count: number;
  oldest_at: Date | null;
  due_at: Date | null;
  amount_minor: number | null;
}

/** `$1` the operator. One row per currency, or one. Each reads a partial index. */
const statements: Readonly<Record<WorkKind, Statement>> = {
  // A day or less is left. They count as disputes, too.
  deadlines: {
    name: "figures.waiting_deadlines",
    text: `select currency, count(*) as count, min(opened_at) as oldest_at,
      min(respond_by) as due_at, sum(amount_minor)::bigint as amount_minor
    from disputes where operator_id = $1 and status = 'needs-response' and reminded_for = respond_by
    group by currency order by currency`,
  },
  outcomes: {
    name: "figures.waiting_outcomes",
    text: `select currency, count(*) as count, min(since) as oldest_at,
      null::timestamptz as due_at, sum(amount_minor)::bigint as amount_minor
    from (
      select currency, opened_at as since, amount_minor from outcome_alarms
      where operator_id = $1 and state = 'open'
      union all
      select m.currency, m.created_at, m.amount_minor from outcome_marks m
      left join payments p on p.operator_id = $1 and p.payment_id = m.subject_id
      left join refunds r on r.operator_id = $1 and r.refund_id = m.subject_id
      left join disbursement_intents d
        on d.operator_id = $1 and d.disbursement_intent_id = m.disbursement_intent_id
      where m.operator_id = $1 and m.state = 'waiting'
        and (p.status = 'pending' or r.step in ('requested', 'processing')
          or d.step in ('approved', 'sent'))
    ) w group by currency order by currency`,
  },
  approvals: {
    name: "figures.waiting_approvals",
    text: `select currency, count(*) as count, min(coalesce(submitted_at, created_at)) as oldest_at,
      null::timestamptz as due_at, sum(amount_minor)::bigint as amount_minor
    from disbursement_intents where operator_id = $1 and step = 'awaiting_approval'
    group by currency order by currency`,
  },
  refunds: {
    name: "figures.waiting_refunds",
    text: `select currency, count(*) as count, min(created_at) as oldest_at,
      null::timestamptz as due_at,
      sum(base_minor + fees_minor + tax_minor)::bigint as amount_minor
    from refunds where operator_id = $1 and (approval = 'needed' or step = 'awaiting_approval')
      and step in ('requested', 'awaiting_approval')
    group by currency order by currency`,
  },
  // A batch in two currencies counts once: its sums are in rows without a count.
  batches: {
    name: "figures.waiting_batches",
    text: `select null::text as currency, count(*) as count, min(updated_at) as oldest_at,
      null::timestamptz as due_at, null::bigint as amount_minor
    from refund_batches where operator_id = $1 and state = 'awaiting_approval'
    union all
    select i.currency, 0, null, null, sum(i.total_minor)::bigint
    from refund_batches b join refund_batch_items i
      on i.operator_id = $1 and i.refund_batch_id = b.refund_batch_id and i.state = 'waiting'
    where b.operator_id = $1 and b.state = 'awaiting_approval'
    group by i.currency order by currency`,
  },
  disputes: {
    name: "figures.waiting_disputes",
    text: `select currency, count(*) as count, min(opened_at) as oldest_at,
      min(respond_by) as due_at, sum(amount_minor)::bigint as amount_minor
    from disputes where operator_id = $1 and status = 'needs-response'
    group by currency order by currency`,
  },
  breaks: {
    name: "figures.waiting_breaks",
    text: `select currency, count(*) as count, min(opened_at) as oldest_at,
      null::timestamptz as due_at, sum(abs(amount_minor))::bigint as amount_minor
    from settlement_breaks where operator_id = $1 and state in ('open', 'explained')
    group by currency order by currency`,
  },
  // See payments/disputes/notice-owner.ts.
  notices: {
    name: "figures.waiting_notices",
    text: `select body ->> 'currency' as currency, count(*) as count, min(received_at) as oldest_at,
      min((body ->> 'respondBy')::timestamptz) as due_at,
      sum((body ->> 'amountMinor')::bigint)::bigint as amount_minor
    from processor_notices
    where (state = 'refused' or (state = 'waiting' and problem is not null))
      and (operator_id = $1 or (operator_id is null
        and not exists (select from operators
          where operator_id <> $1 and not is_demo)))
    group by 1 order by 1`,
  },
  reviews: {
    name: "figures.waiting_reviews",
    text: `select null::text as currency, count(*) as count, min(submitted_at) as oldest_at,
      null::timestamptz as due_at, null::bigint as amount_minor
    from kyc_verifications where operator_id = $1 and status = 'under_review'`,
  },
  sanctions: {
    name: "figures.waiting_sanctions",
    text: `select null::text as currency, count(*) as count, min(opened_at) as oldest_at,
      null::timestamptz as due_at, null::bigint as amount_minor
    from sanctions_reviews where operator_id = $1 and state in ('open', 'clearing')`,
  },
  deliveries: {
    name: "figures.waiting_deliveries",
    text: `select null::text as currency, count(*) as count, min(created_at) as oldest_at,
      null::timestamptz as due_at, null::bigint as amount_minor
    from webhook_deliveries where operator_id = $1 and status = 'dead'`,
  },
};

/** Counts the work of a kind that waits for staff. Times are null if nothing waits or has a deadline. */
export async function readWaitingWork(
  { database }: Pick<PlatformDeps, "database">,
  operatorId: string,
  kind: WorkKind,
): Promise<WaitingWork> {
  const { rows } = await database.run<WorkRow>(statements[kind], [operatorId]);
  return {
    kind,
    count: rows.reduce((sum, row) => sum + row.count, 0),
    oldestAt: earliest(rows.map((row) => row.oldest_at)),
    dueAt: earliest(rows.map((row) => row.due_at)),
    amounts: rows.flatMap(({ currency, amount_minor: amountMinor }) =>
      currency === null || !amountMinor ? [] : [{ currency, amountMinor }],
    ),
  };
}

function earliest(times: readonly (Date | null)[]): Date | null {
  const known = times.flatMap((at) => at?.getTime() ?? []);
  return known.length === 0 ? null : new Date(Math.min(...known));
}
