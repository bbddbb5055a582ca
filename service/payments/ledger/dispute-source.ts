import { disputePosition, type LedgerItem, type LedgerSource } from "../../ledger/index.ts";
import { costOf, postDispute } from "../disputes/dispute-money.ts";
import { toDispute } from "../disputes/dispute-rows.ts";

/** Disputes of ACH debits have no postings: the returned debit is posted. */
export const disputeLedgerSource: LedgerSource = {
  name: "disputes",
  sourceType: "dispute",
  causes: [],
  async page(tx, operatorId, afterId, most) {
    const rows = await tx
      .selectFrom("disputes")
      .selectAll()
      .where("operator_id", "=", operatorId)
      .where("dispute_id", ">", afterId)
      .orderBy("dispute_id")
      .limit(most)
      .execute();
    return rows.map((row): LedgerItem => {
      const dispute = toDispute(row);
      const { disputeId: id } = dispute;
      const cost = costOf(dispute);
      return {
        id,
        sourceId: id,
        positions: new Map(cost ? [[dispute.currency, disputePosition(dispute, cost)]] : []),
        post: (into) => postDispute(into, dispute, row.updated_at.getTime()),
      };
    });
  },
};
