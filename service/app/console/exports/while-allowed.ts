import type { StaffPermission } from "#contract/console/roles";
import { requireStaffStillAllowed } from "../../../operators/accounts/index.ts";
import { inTransaction } from "../../../platform/database/transaction.ts";
import type { ConsoleDeps } from "../console-deps.ts";

/**
 * The pieces of an export while the person may read them: a large one takes minutes. Throws what
 * {@link requireStaffStillAllowed} throws before the next piece, which cuts the connection.
 */
export async function* whileAllowed<Piece>(
  { database }: Pick<ConsoleDeps, "database">,
  { operatorId, staffId }: { readonly operatorId: string; readonly staffId: string },
  permission: StaffPermission,
  pieces: AsyncIterable<Piece>,
): AsyncGenerator<Piece> {
  for await (const piece of pieces) {
    await inTransaction(database, (tx) =>
      requireStaffStillAllowed(tx, operatorId, staffId, permission),
    );
    yield piece;
  }
}
