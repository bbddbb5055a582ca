import { type FindResult, findQuery, findResults } from "#contract/console/find";
import { permissionsOfRole, type StaffPermission } from "#contract/console/roles";
import { cryptoNetworkNames } from "#contract/crypto-networks";
import { toMajor } from "#contract/money";
import { suggestCustomers } from "../../../customers/profile/index.ts";
import type { HttpServer } from "../../../platform/http/create-http-server.ts";
import {
  type FoundByRails,
  type FoundKind,
  findThings,
  maxOfKind,
} from "../../../reporting/find/index.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consoleApi, staffOf } from "../console-guard.ts";
import { consoleRoute } from "../console-route.ts";
import { paymentsOfRails } from "../filters.ts";
import { nameOfCustomer } from "../names.ts";

/** The permission of the section that shows each kind. */
const permissionOf: Readonly<Record<FoundKind, StaffPermission>> = {
  payment: "payments.read",
  refund: "payments.read",
  refund_batch: "payments.read",
  dispute: "disputes.read",
  payout: "payouts.read",
  settlement_batch: "reconciliation.read",
  settlement_break: "reconciliation.read",
};

/** Finds by the rails' references, for example trace number or transaction hash. */
async function foundByRails(
  deps: ConsoleDeps,
  operatorId: string,
  text: string,
): Promise<FoundByRails> {
  const [payments, entries] = await Promise.all([
    paymentsOfRails(deps, operatorId, text),
    deps.ach.findEntries(operatorId, text),
  ]);
  const of = (source: (typeof entries)[number]["source"]) =>
    entries.flatMap((entry) => (entry.source === source ? entry.entryKey : []));
  return { payments, refunds: of("refund"), payouts: of("disbursement") };
}

export function registerFindRoutes(app: HttpServer, deps: ConsoleDeps): void {
  app.get(
    `${consoleApi}/find`,
    consoleRoute("own_account", { querystring: findQuery, response: findResults }),
    async (request) => {
      const { operatorId, role } = staffOf(request);
      const may = (permission: StaffPermission) => permissionsOfRole[role].includes(permission);
      const { q: text } = request.query;
      const kinds = Object.entries(permissionOf).flatMap(([kind, permission]) =>
        may(permission) ? [kind as FoundKind] : [],
      );
      const [things, customers] = await Promise.all([
        findThings(deps, operatorId, text, {
          kinds: new Set(kinds),
          processors: [
            ...deps.payments.processors.all.map(({ name }) => name),
            "ach",
            "open_banking",
            ...cryptoNetworkNames,
          ],
          payoutProcessors: [...deps.disbursements.payoutProcessors.names, "ach"],
          byReference: () => foundByRails(deps, operatorId, text),
        }),
        may("customers.read") ? suggestCustomers(deps, operatorId, text, maxOfKind) : [],
      ]);
      const found: FindResult[] = [
        ...things.map(({ amountMinor, currency, ...each }) => ({
          ...each,
          amount: amountMinor === null || currency === null ? null : toMajor(amountMinor, currency),
          currency,
        })),
        ...customers.map(({ externalCustomerId, data }) => ({
          kind: "customer",
          id: externalCustomerId,
          pageId: externalCustomerId,
          label: nameOfCustomer(data) ?? data.email,
          status: null,
          amount: null,
          currency: null,
        })),
      ];
      return { found };
    },
  );
}
