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

/** What reviews need. The operator's data key must be loaded. */
export type ReviewDeps = Pick<PlatformDeps, "database" | "clock" | "random" | "keyring">;

/** A stored review. */
export type StoredReview = Selectable<SanctionsReviewRow>;

/** Both records as they were compared, and why they match. Stored sealed. */
export interface NameEvidence {
  readonly person: ScreenedPerson;
  /** The customer's other names that match, such as on an account. Missing in the first reviews. */
  readonly otherNames?: readonly string[];
  readonly entry: ListEntry;
  readonly explanation: Explanation;
}

/** The customer, and each listed address that they use. Stored sealed. */
export interface AddressEvidence {
  readonly person: ScreenedPerson;
  readonly addresses: readonly {
    readonly used: CryptoDestination;
    readonly listed: ListedAddress;
  }[];
}

/** What staff compare, by the kind of the review. */
export type ReviewEvidence =
  | { readonly kind: "name"; readonly evidence: NameEvidence }
  | { readonly kind: "address"; readonly evidence: AddressEvidence };

/** Whether a customer can be paid. `review`: a person must decide first. `blocked`: never. */
export type SanctionsState = "clear" | "review" | "blocked";

/** States in which no money of the customer is approved or sent. */
export const holdingStates = ["open", "clearing", "confirmed"] as const;

/** Place of a sealed column of a review. */
export function reviewPlace(
  operatorId: string,
  id: string,
  column: "evidence_sealed" | "reason_sealed",
) {
  return { operatorId, table: "sanctions_reviews", column, id };
}

/** The states of customers of one operator by id. A customer without reviews is clear, and left out. */
export async function statesOf(
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

/** All reviews of a customer. */
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
