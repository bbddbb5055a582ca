import { sql } from "kysely";
import type { TestService } from "../../../testing/create-test-service.ts";

/** The batches with stored counts that their rows and breaks contradict. */
export async function wrongCounts(t: TestService) {
  const { rows } = await sql<{ settlement_batch_id: string }>`
    select * from (
      select b.settlement_batch_id,
        (select count(*) from settlement_lines l where l.operator_id = b.operator_id
          and l.settlement_batch_id = b.settlement_batch_id and l.state = 'matched') as matched,
        (select count(*) from settlement_breaks k where k.operator_id = b.operator_id
          and k.settlement_batch_id = b.settlement_batch_id) as breaks,
        coalesce(c.matched, 0) as stored_matched, coalesce(c.breaks, 0) as stored_breaks
      from settlement_batches b
      left join lateral (select sum(matched) as matched, sum(breaks) as breaks
        from settlement_counts c where c.operator_id = b.operator_id
          and c.settlement_batch_id = b.settlement_batch_id) c on true
    ) counts
    where matched <> stored_matched or breaks <> stored_breaks`.execute(
    t.service.deps.database.kysely,
  );
  return rows;
}
