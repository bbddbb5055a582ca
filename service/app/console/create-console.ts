import type { Domain } from "../../platform/domain.ts";
import type { HttpServer } from "../../platform/http/create-http-server.ts";
import type { ConsoleDeps } from "./console-deps.ts";
import { addConsoleGuard } from "./console-guard.ts";
import { registerAccountRoutes } from "./routes/account-routes.ts";
import { registerAppearanceRoutes } from "./routes/appearance-routes.ts";
import { registerAuditRoutes } from "./routes/audit-routes.ts";
import { registerBankFileRoutes } from "./routes/bank-file-routes.ts";
import { registerCardStopRoutes } from "./routes/card-stop-routes.ts";
import { registerClockRoutes } from "./routes/clock-routes.ts";
import { registerCustomerRoutes } from "./routes/customer-routes.ts";
import { registerDeliveryRoutes } from "./routes/delivery-routes.ts";
import { registerDisputeRoutes } from "./routes/dispute-routes.ts";
import { registerErasureRoutes } from "./routes/erasure-routes.ts";
import { registerExportRoutes } from "./routes/export-routes.ts";
import { registerFindRoutes } from "./routes/find-routes.ts";
import { registerHomeRoutes } from "./routes/home-routes.ts";
import { registerKeyRoutes } from "./routes/key-routes.ts";
import { registerLedgerConsoleRoutes } from "./routes/ledger-routes.ts";
import { registerNoticeDecisionRoutes } from "./routes/notice-routes.ts";
import { registerOutcomeRoutes } from "./routes/outcome-routes.ts";
import { registerPasskeyRoutes } from "./routes/passkey-routes.ts";
import { registerPaymentRoutes } from "./routes/payment-routes.ts";
import { registerPayoutRoutes } from "./routes/payout-routes.ts";
import { registerReconciliationRoutes } from "./routes/reconciliation-routes.ts";
import { registerRefundBatchRoutes } from "./routes/refund-batch-routes.ts";
import { registerRefundRoutes } from "./routes/refund-routes.ts";
import { registerReviewRoutes } from "./routes/review-routes.ts";
import { registerRoutingRoutes } from "./routes/routing-routes.ts";
import { registerSanctionsRoutes } from "./routes/sanctions-routes.ts";
import { registerSessionRoutes } from "./routes/session-routes.ts";
import { registerSettingsRoutes } from "./routes/settings-routes.ts";
import { registerStaffRoutes } from "./routes/staff-routes.ts";
import { registerTaxRoutes } from "./routes/tax-routes.ts";
import { registerW9Routes } from "./routes/w9-routes.ts";

export function createConsole(deps: ConsoleDeps): Domain {
  return { register: (app) => registerConsole(app, deps), jobs: [], commands: [] };
}

/** Registers `/console/api`, the staff API (contract/console). */
export function registerConsole(app: HttpServer, deps: ConsoleDeps): void {
  addConsoleGuard(app, deps);
  registerSessionRoutes(app, deps);
  registerAccountRoutes(app, deps);
  registerPasskeyRoutes(app, deps);
  registerStaffRoutes(app, deps);
  registerKeyRoutes(app, deps);
  registerHomeRoutes(app, deps);
  registerFindRoutes(app, deps);
  registerReviewRoutes(app, deps);
  registerSanctionsRoutes(app, deps);
  registerCustomerRoutes(app, deps);
  registerErasureRoutes(app, deps);
  registerPaymentRoutes(app, deps);
  registerCardStopRoutes(app, deps);
  registerRefundRoutes(app, deps);
  registerRefundBatchRoutes(app, deps);
  registerOutcomeRoutes(app, deps);
  registerDisputeRoutes(app, deps);
  registerPayoutRoutes(app, deps);
  registerBankFileRoutes(app, deps);
  registerReconciliationRoutes(app, deps);
  registerNoticeDecisionRoutes(app, deps);
  registerExportRoutes(app, deps);
  registerTaxRoutes(app, deps);
  registerW9Routes(app, deps);
  registerDeliveryRoutes(app, deps);
  registerSettingsRoutes(app, deps);
  registerRoutingRoutes(app, deps);
  registerAppearanceRoutes(app, deps);
  registerAuditRoutes(app, deps);
  registerLedgerConsoleRoutes(app, deps);
  registerClockRoutes(app, deps);
}
