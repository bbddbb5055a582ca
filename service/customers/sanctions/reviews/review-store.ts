import type { Selectable } from "kysely";
import { anyOf } from "../../../platform/database/any-of.ts";
import type { Tx } from "../../../platform/database/transaction.ts";
import type { PlatformDeps } from "../../../platform/platform-deps.ts";
import type {
  CryptoDestination,
  Explanation,
  ListEntry,
  ListedAddress,
  ScreenedPerson,
} from "../../../providers/sanctions/index.ts";
import type { SanctionsReviewRow } from "../tables.ts";

/** Dependencies of the store. Load the operator's data key first. */
export type ReviewDeps = Pick<PlatformDeps, "database" | "clock" | "random" | "keyring">;

export type StoredReview = Selectable<SanctionsReviewRow>;

/** The customer's and the list's record as they were compared. Stored sealed. */
export interface NameEvidence {
  readonly person: ScreenedPerson;
  /** The customer's other names, such as on an account. Reviews of earlier versions lack them. */
  readonly otherNames?: readonly string[];
  readonly entry: ListEntry;
  readonly explanation: Explanation;
}

/** Listed addresses that the customer uses. Stored sealed. */
export interface AddressEvidence {
  readonly person: ScreenedPerson;
  readonly addresses: readonly {
    readonly used: CryptoDestination;
    readonly listed: ListedAddress;
  }[];
}

export type ReviewEvidence =
  | { readonly kind: "name"; readonly evidence: NameEvidence }
  | { readonly kind: "address"; readonly evidence: AddressEvidence };

/** `review`: a person must decide before we pay. `blocked`: we never pay. */
export type SanctionsState = "clear" | "review" | "blocked";

/** States in which money is neither approved nor sent. */
export const holdingStates = ["open", "clearing", "confirmed"] as const;

export function reviewPlace(
  operatorId: string,
  id: string,
  column: "evidence_sealed" | "reason_sealed",
) {
  return { operatorId, table: "sanctions_reviews", column, id };
}

/** Returns the states by customer id. Omits customers whose money no review holds: they are clear. */
export async function sanctionsStatesOf(
  db: Tx | PlatformDeps["database"]["kysely"],
  operatorId: string,
  externalCustomerIds: readonly string[],
): Promise<Map<string, SanctionsState>> {
  if (externalCustomerIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("sanctions_reviews")
    .select(["external_customer_id", "state"])
    .where("operator_id", "=", operatorId)
    .where("external_customer_id", "=", anyOf([...new Set(externalCustomerIds)]))
    .where("state", "in", [...holdingStates])
    .execute();
  const states = new Map<string, SanctionsState>();
  for (const { external_customer_id: id, state } of rows) {
    if (state === "confirmed") states.set(id, "blocked");
    else if (!states.has(id)) states.set(id, "review");
  }
  return states;
}

export function reviewsOfCustomer(
  tx: Tx,
  operatorId: string,
  externalCustomerId: string,
): Promise<StoredReview[]> {
  return tx
    .selectFrom("sanctions_reviews")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where("external_customer_id", "=", externalCustomerId)
    .execute();
}
