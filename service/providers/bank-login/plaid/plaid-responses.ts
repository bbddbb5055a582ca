import * as z from "zod/mini";
import type { SharedAccount } from "#contract/connectors/bank-login";
import { parseJson } from "../../connector-responses.ts";
import { problemOf, type VendorResponse } from "../../kit/exchange.ts";
import type { BankLoginPurpose } from "../bank-login-provider.ts";

export const createdLinkToken = z.object({
  link_token: z.string().check(z.regex(/^[\x21-\x7e]{1,200}$/)),
  hosted_link_url: z.string(),
});

const itemAdded = z.object({
  public_token: z.string().check(z.minLength(1), z.maxLength(200)),
  institution: z.nullish(z.object({ name: z.nullish(z.string()) })),
});
const plaidError = z.object({
  error_type: z.string().check(z.regex(/^[A-Z0-9_]{1,64}$/)),
  error_code: z.string().check(z.regex(/^[A-Z0-9_]{1,64}$/)),
});
const session = z.object({
  finished_at: z.nullish(z.string()),
  /** The customer left without sharing an account. `error` is null if nothing had failed. */
  exit: z.nullish(z.object({ error: z.nullish(z.unknown()) })),
  results: z.nullish(z.object({ item_add_results: z.array(itemAdded) })),
});

export const readLinkToken = z.object({
  link_token: z.string(),
  link_sessions: z.optional(z.array(session)),
});

export const exchangedToken = z.object({
  access_token: z.string().check(z.regex(/^[\x21-\x7e]{1,200}$/)),
});

const account = z.object({
  account_id: z.string().check(z.minLength(1)),
  mask: z.nullish(z.string()),
  type: z.string(),
  subtype: z.nullish(z.string()),
  verification_status: z.nullish(z.string()),
  /** The account's id, only at banks with tokenized numbers: the same for each login to the account. */
  persistent_account_id: z.nullish(z.string()),
});
const achNumbers = z.object({
  account_id: z.string(),
  account: z.string().check(z.regex(/^[A-Za-z0-9-]{4,17}$/)),
  routing: z.string().check(z.regex(/^\d{9}$/)),
  is_tokenized_account_number: z.nullish(z.boolean()),
  can_transfer_in: z.nullish(z.boolean()),
  can_transfer_out: z.nullish(z.boolean()),
});

export const readAuth = z.object({
  accounts: z.array(account),
  numbers: z.object({ ach: z.array(achNumbers) }),
  item: z.object({ institution_name: z.nullish(z.string()) }),
});

export const readIdentity = z.object({
  accounts: z.array(
    z.object({
      account_id: z.string(),
      owners: z.array(z.object({ names: z.array(z.string()) })),
    }),
  ),
});

export type LinkEnd =
  | { readonly type: "shared"; readonly publicToken: string; readonly bankName: string | null }
  | { readonly type: "refused" }
  /** The session is still open, as far as Plaid knows. */
  | { readonly type: "open" }
  | { readonly type: "failed"; readonly reason: string };

/**
 * Reads how the customer's session ended. A token with two finished sessions was opened twice, perhaps by two people,
 * and the return does not say by whom.
 */
export function linkEndOf({
  link_sessions: sessions = [],
}: z.infer<typeof readLinkToken>): LinkEnd {
  const ended = sessions.filter(
    ({ finished_at, exit, results }) =>
      finished_at || exit || (results?.item_add_results.length ?? 0) > 0,
  );
  const [session, ...others] = ended;
  if (!session) return { type: "open" };
  const [item, ...otherItems] = session.results?.item_add_results ?? [];
  if (others.length > 0 || otherItems.length > 0) {
    return { type: "failed", reason: "link: several_sessions" };
  }
  // Until then the customer is on Plaid's page, and this return is somebody else's.
  if (item && !session.finished_at) return { type: "open" };
  if (item) {
    const { public_token: publicToken, institution } = item;
    return { type: "shared", publicToken, bankName: institution?.name?.trim() || null };
  }
  if (!session.exit) return { type: "failed", reason: "link: no_result" };
  const { error } = session.exit;
  return error == null
    ? { type: "refused" }
    : { type: "failed", reason: `link: ${codeOf(error) ?? "error"}` };
}

/** Plaid's `error_type` and `error_code`; null if it is not an error of Plaid's. */
function codeOf(value: unknown): string | null {
  const error = plaidError.safeParse(value);
  return error.success ? `${error.data.error_type}.${error.data.error_code}` : null;
}

/** The bank, or a micro-deposit, proved that the customer has access. */
const provenBy: readonly string[] = ["automatically_verified", "manually_verified"];
const subtypes = ["checking", "savings"] as const;

/** An account that can pay or be paid, without its holder. */
export interface PlaidAccount extends Omit<SharedAccount, "holderName"> {
  readonly accountId: string;
}

/** The first account with proven access that ACH can pay, or debit for a payment. */
export function usableAccount(
  { accounts, numbers, item }: z.infer<typeof readAuth>,
  shownBank: string | null,
  purpose: BankLoginPurpose,
): PlaidAccount | undefined {
  for (const { account_id: accountId, account: accountNumber, routing, ...ach } of numbers.ach) {
    const found = accounts.find(({ account_id }) => account_id === accountId);
    const accountType = subtypes.find((subtype) => subtype === found?.subtype);
    const status = found?.verification_status;
    const isProven = typeof status !== "string" || provenBy.includes(status);
    const transfers = purpose === "payment" ? ach.can_transfer_out : ach.can_transfer_in;
    const isUsable = isProven && transfers !== false;
    if (found?.type !== "depository" || accountType === undefined || !isUsable) continue;
    const isRevocable = ach.is_tokenized_account_number === true;
    const { mask, persistent_account_id: stableId } = found;
    return {
      accountId,
      bankName: (shownBank ?? item.institution_name?.trim() ?? "").slice(0, 80) || "Bank",
      routingNumber: routing,
      accountNumber,
      accountType,
      ...(isRevocable && { isRevocable }),
      // The substitute's digits would tell the customer nothing.
      ...(isRevocable && mask && /^[A-Za-z0-9]{2,4}$/.test(mask) && { last4: mask }),
      ...(isRevocable && stableId && stableId.length <= 200 && { stableId }),
    };
  }
  return undefined;
}

/** The holder of an account. Banks list joint holders one after another; the first counts. */
export function holderOf(
  { accounts }: z.infer<typeof readIdentity>,
  accountId: string,
): string | undefined {
  const found = accounts.find(({ account_id }) => account_id === accountId);
  const names = found?.owners.flatMap((owner) => owner.names) ?? [];
  return names
    .map((name) =>
      name
        .replace(/\p{Cc}/gu, " ")
        .trim()
        .slice(0, 100)
        .trim(),
    )
    .find((name) => name !== "");
}

/** Reads a 200 response; otherwise returns the problem: Plaid's `error_type` and `error_code`, or the transport's. */
export function readPlaid<Schema extends z.ZodMiniType>(
  response: VendorResponse,
  schema: Schema,
): { readonly data: z.infer<Schema> } | { readonly problem: string } {
  const body = "text" in response ? parseJson(response.text) : undefined;
  if ("statusCode" in response && response.statusCode === 200) {
    const parsed = schema.safeParse(body);
    return parsed.success ? { data: parsed.data } : { problem: "malformed" };
  }
  return { problem: codeOf(body) ?? problemOf(response) };
}
