import type { LedgerPosting } from "#contract/api/ledger";
import { ledgerTexts } from "../../i18n/ledger-texts.ts";
import { humanize } from "../../ui/status-badge.tsx";

/** What happened, without the suffix that makes some causes unique: `won_2` is *Won*, `arrived_again` is *Paid*. */
export function causeText({
  resourceType,
  cause,
}: Pick<LedgerPosting, "resourceType" | "cause">): string {
  const kind = cause.replace(/_(\d+|again)$/, "");
  return ledgerTexts.value.causes[`${resourceType}.${kind}`] ?? humanize(cause);
}

export function resourceText({ resourceType }: Pick<LedgerPosting, "resourceType">): string {
  return ledgerTexts.value.resources[resourceType] ?? humanize(resourceType);
}

/** An account with its counterparty. The service's name is English. */
export function accountText({
  accountId,
  name,
}: {
  readonly accountId: string;
  readonly name: string;
}): string {
  const [kind = ""] = accountId.split(":");
  const own = ledgerTexts.value.accounts[kind];
  if (own === undefined) return name;
  const [, ...counterparty] = name.split(": ");
  return [own, ...counterparty].join(": ");
}

/** A page of the console and its query. */
interface Place {
  readonly to: string;
  readonly query?: Readonly<Record<string, string>>;
}

/**
 * The page of a posting's resource. Ids of rows, bank entries and decisions begin with that of their batch or break.
 */
export function placeOf({
  resourceType,
  resourceId,
  paymentId,
}: Pick<LedgerPosting, "resourceType" | "resourceId" | "paymentId">): Place | null {
  const id = encodeURIComponent(resourceId.split(":")[0] ?? "");
  if (resourceType === "payout") return { to: `/payouts/${id}` };
  if (resourceType === "dispute") return { to: `/disputes/${id}` };
  if (resourceId.startsWith("sbt_")) return { to: `/reconciliation/batches/${id}` };
  if (resourceId.startsWith("sbk_")) return { to: `/reconciliation/breaks/${id}` };
  return paymentId === null ? null : { to: "/payments", query: { search: paymentId } };
}
