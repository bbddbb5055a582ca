import type { TableDataByName } from "./table-data.ts";

/** ACH files, bank payments and crypto. */
export const railTables: TableDataByName = {
  ach_entries: {
    exported: "achEntries",
    erased: "details_sealed",
    none: "ach_entry_id operator_id entry_key source debit_key direction account_type amount_minor company_name status told_status ach_file_id batch_number trace_number effective_date settles_on return_code held_at version is_reversal created_at updated_at",
  },
  ach_files: {
    unexported: "Not about a customer.",
    none: "ach_file_id bank_date bank_time id_modifier first_trace entry_count debit_minor credit_minor written_at created_at status hand_over_token content_hash reason",
  },
  ach_return_files: {
    unexported: "Not about a customer.",
    none: "content_hash name return_count change_count unknown_count read_at",
  },
  bank_logins: {
    exported: "bankLogins",
    omitted: "verifier_sealed authorization_sealed",
    omittedBecause: "Secrets of a redirect to the bank.",
    deleted:
      "bank_login_id operator_id subject status version state_hash verifier_sealed account_sealed authorization_sealed opened_at browser_hash consent_id created_at updated_at expires_at",
  },
  bank_mandates: {
    exported: "debitAuthorizations",
    kept: "evidence_sealed account_index bar_lift_sealed",
    because: "Proof of authorization of a bank debit; deleted two years after its end.",
    none: "payment_id operator_id payment_intent_id bank_login_id version locale accepted_at return_code returned_at ended_at bar_lifted_at",
  },
  bank_payments: {
    exported: "bankPayments",
    omitted: "verifier_sealed token_sealed",
    omittedBecause: "Secrets of a redirect to the bank.",
    erased: "return_url_sealed state_hash browser_hash verifier_sealed token_sealed",
    kept: "account",
    because: "Bank, type and last four digits belong to the money's record.",
    none: "payment_id payment_intent_id operator_id status version amount_minor currency payee reference way opened_at agreed_at ordered_at bank_name taken_at bank_payment_id returned_minor reason told_status checks next_check_at created_at updated_at expires_at",
  },
  bank_payment_grants: {
    unexported: "Secrets of a consent at the bank, deleted after an hour.",
    erased: "reference_hash grant_sealed",
    none: "payment_id operator_id received_at",
  },
  crypto_address_heads: {
    unexported: "Not about a customer.",
    none: "key_hash next_index",
  },
  crypto_blocks: {
    unexported: "Not about a customer.",
    none: "network number hash",
  },
  crypto_chains: {
    unexported: "Not about a customer.",
    none: "network genesis_hash head_number head_hash followed_at lease_token lease_until",
  },
  crypto_deposits: {
    exported: "cryptoDeposits",
    none: "crypto_deposit_id operator_id payment_id network asset address address_index amount_minor currency rate due tolerance status received confirmations required overpaid wrong_asset gone_since watched_closely version told_version created_at updated_at expires_at watched_until rate_lost_at requoted_at",
  },
  crypto_quotes: {
    unexported: "Offers that were open for minutes; cryptoDeposits has the accepted ones.",
    none: "crypto_quote_id operator_id subject network asset amount_minor currency amount tolerance rate created_at expires_at",
  },
  crypto_transfers: {
    exported: "cryptoDeposits",
    kept: "tx_hash sender",
    because: "The payment itself, on the public chain.",
    none: "network log_index crypto_deposit_id token asset amount state block_number block_hash missed arrived_at holds_rate mined_at valued_at",
  },
  crypto_watches: {
    unexported: "Scan positions on the chain; cryptoDeposits has the transfers.",
    none: "crypto_deposit_id network address closely scanned_block coin_balance next_look_at coin_block coin_sent",
  },
};
