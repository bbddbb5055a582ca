import { sandboxRoutingNumber } from "../../catalogue/bank-accounts.ts";
import { bankName } from "../../login-bank/accounts.ts";
import type { LinkedItem, LinkSession } from "./plaid-items.ts";

const institution = { name: bankName, institution_id: "ins_sandbox" } as const;

/** The response of `/link/token/get`. */
export function linkTokenOf(session: LinkSession) {
  const { linkToken, createdAtMs, expiresAtMs, clientName, language, user, end } = session;
  const isOpened = user !== undefined || end !== undefined;
  return {
    link_token: linkToken,
    created_at: timeOf(createdAtMs),
    expiration: timeOf(expiresAtMs),
    metadata: {
      initial_products: ["auth", "identity"],
      webhook: null,
      country_codes: ["US"],
      language,
      redirect_uri: null,
      client_name: clientName,
    },
    link_sessions: isOpened ? [sessionOf(session)] : [],
  };
}

function sessionOf({ pageId, createdAtMs, end }: LinkSession) {
  const started = {
    link_session_id: pageId,
    started_at: timeOf(createdAtMs),
    events: [],
  };
  if (!end) return started;
  const finished = { ...started, finished_at: timeOf(end.atMs) };
  if (end.type === "left") {
    const metadata = {
      institution: null,
      status: "requires_credentials",
      link_session_id: pageId,
      request_id: pageId,
    };
    return { ...finished, exit: { error: null, metadata } };
  }
  const { accountId, account } = end.item;
  const { name, accountType: subtype } = account;
  return {
    ...finished,
    results: {
      item_add_results: [
        {
          public_token: end.publicToken,
          accounts: [
            {
              id: accountId,
              name,
              mask: maskOf(end.item),
              type: "depository",
              subtype,
              verification_status: null,
              class_type: null,
            },
          ],
          institution,
        },
      ],
      cra_item_add_results: [],
      cra_update_results: [],
      bank_income_results: [],
      payroll_income_results: [],
      document_income_results: null,
    },
  };
}

/** What both responses about accounts contain. */
function accountsOf(item: LinkedItem) {
  return { accounts: [accountOf(item)], item: itemOf(item) };
}

/** The response of `/auth/get`. */
export function authOf(item: LinkedItem) {
  const { accountId, account } = item;
  const ach = {
    account_id: accountId,
    account: account.accountNumber,
    routing: sandboxRoutingNumber,
    wire_routing: null,
    is_tokenized_account_number: account.tokenised !== undefined,
    can_transfer_in: true,
    can_transfer_out: true,
  };
  return { ...accountsOf(item), numbers: { ach: [ach], eft: [], international: [], bacs: [] } };
}

/** The response of `/identity/get`. */
export function identityOf(item: LinkedItem) {
  const owner = { names: [item.user.holderName], phone_numbers: [], emails: [], addresses: [] };
  return { accounts: [{ ...accountOf(item), owners: [owner] }], item: itemOf(item) };
}

function accountOf(item: LinkedItem) {
  const { accountId, account } = item;
  return {
    account_id: accountId,
    balances: {
      available: null,
      current: null,
      limit: null,
      iso_currency_code: "USD",
      unofficial_currency_code: null,
    },
    mask: maskOf(item),
    name: account.name,
    official_name: null,
    type: "depository",
    subtype: account.accountType,
    // Only banks with tokenized numbers, which may differ at the next login, have this id.
    ...(account.tokenised && { persistent_account_id: account.tokenised.persistentId }),
  };
}

function itemOf({ itemId }: LinkedItem) {
  return {
    item_id: itemId,
    institution_id: institution.institution_id,
    institution_name: institution.name,
    webhook: null,
    error: null,
    available_products: [],
    billed_products: ["auth", "identity"],
    products: ["auth", "identity"],
    consent_expiration_time: null,
    update_type: "background",
  };
}

function maskOf({ account }: LinkedItem): string {
  return account.tokenised?.mask ?? account.accountNumber.slice(-4);
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString();
}
