import * as z from "zod/mini";
import { stopLift } from "#contract/console/card-stops";
import { savedCardDone } from "#contract/console/customers";
import { type PaymentDetail, paymentDone } from "#contract/console/payments";
import { liftStop, readStops } from "../../../payments/index.ts";
import type { HttpServer } from "../../../platform/http/create-http-server.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consoleApi, staffOf } from "../console-guard.ts";
import { consoleRoute } from "../console-route.ts";
import { presentLifts } from "../present-lifts.ts";
import { requireAttempt } from "./require-attempt.ts";

const attemptParams = z.object({ paymentIntentId: z.string(), paymentId: z.string() });
const cardParams = z.object({ externalCustomerId: z.string(), paymentMethodId: z.string() });

/** Registers the routes that allow charges to a card again after a network forbade them. */
export function registerCardStopRoutes(app: HttpServer, deps: ConsoleDeps): void {
  app.post(
    `${consoleApi}/payments/:paymentIntentId/attempts/:paymentId/lift-stop`,
    consoleRoute("cards.lift_stop", {
      params: attemptParams,
      body: stopLift,
      response: paymentDone,
    }),
    async (request) => {
      const { operatorId, staffId } = staffOf(request);
      const paymentId = await requireAttempt(deps, operatorId, request.params);
      const lift = { ...request.body, actor: { kind: "staff", staffId } as const };
      await liftStop(deps.payments, operatorId, { type: "payment", paymentId }, lift);
      return { paymentId };
    },
  );

  app.post(
    `${consoleApi}/customers/:externalCustomerId/payment-methods/:paymentMethodId/lift-stop`,
    consoleRoute("cards.lift_stop", {
      params: cardParams,
      body: stopLift,
      response: savedCardDone,
    }),
    async (request) => {
      const { operatorId, staffId } = staffOf(request);
      const { paymentMethodId } = request.params;
      const card = { type: "payment_method", ...request.params } as const;
      const lift = { ...request.body, actor: { kind: "staff", staffId } as const };
      await liftStop(deps.payments, operatorId, card, lift);
      return { paymentMethodId };
    },
  );
}

/** Declines that stop or stopped the attempt's card, and who lifted the stop. */
export async function presentStops(
  deps: ConsoleDeps,
  operatorId: string,
  paymentId: string,
): Promise<PaymentDetail["attempts"][number]["stops"]> {
  return presentLifts(deps, operatorId, await readStops(deps.payments, operatorId, paymentId));
}
