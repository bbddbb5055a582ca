import { sealedTables as identity } from "../customers/identity/index.ts";
import { sealedTables as location } from "../customers/location/index.ts";
import { sealedTables as profile } from "../customers/profile/index.ts";
import { sealedTables as sanctions } from "../customers/sanctions/index.ts";
import { sealedTables as textMessages } from "../customers/text-messages/index.ts";
import { sealedTables as events } from "../events/index.ts";
import { sealedTables as accounts } from "../operators/accounts/index.ts";
import { sealedTables as staff } from "../operators/staff/index.ts";
import { sealedTables as payments } from "../payments/index.ts";
import { sealedTables as savedMethods } from "../payments/saved-methods/index.ts";
import { sealedTables as payouts } from "../payouts/index.ts";
import { sealedTables as platform, type SealedTable } from "../platform/secrets/sealed-columns.ts";
import { sealedTables as ach } from "../rails/ach/index.ts";
import { sealedTables as bankLogin } from "../rails/bank-login/index.ts";
import { sealedTables as openBanking } from "../rails/open-banking/index.ts";
import { sealedTables as settlement } from "../reporting/settlement/index.ts";
import { sealedTables as w9 } from "../tax/w9/index.ts";

/** The list has the order of a key rotation. A test compares it with the schema. */
export const sealedTables: readonly SealedTable[] = [
  ...accounts,
  ...staff,
  ...events,
  ...profile,
  ...location,
  ...sanctions,
  ...textMessages,
  ...identity,
  ...ach,
  ...bankLogin,
  ...openBanking,
  ...w9,
  ...payments,
  ...savedMethods,
  ...payouts,
  ...settlement,
  ...platform,
];
