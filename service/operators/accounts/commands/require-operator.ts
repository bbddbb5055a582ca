import type { OperatorsDeps } from "../operators.ts";
import { CommandRefused } from "./arguments.ts";

/** Finds an operator. Throws {@link CommandRefused} for an unknown one. */
export async function requireOperator(
  { database }: Pick<OperatorsDeps, "database">,
  operatorId: string,
): Promise<void> {
  const found = await database.kysely
    .selectFrom("operators")
    .select("operator_id")
    .where("operator_id", "=", operatorId)
    .executeTakeFirst();
  if (!found) throw new CommandRefused(`There is no operator ${operatorId}.`);
}
