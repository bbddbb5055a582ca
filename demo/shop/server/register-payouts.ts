import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import type { Payouts } from "./payouts.ts";

const newPayout = z.strictObject({
  winningId: z.optional(z.string()),
  amount: z.optional(z.number()),
});
const decision = z.strictObject({ allow: z.boolean() });

interface PayoutRoutes {
  payouts: Payouts;
  /** Returns the customer of the request's cookie; the response sets the cookie. */
  customerOf: (request: FastifyRequest, reply: FastifyReply) => string;
  stream: (reply: FastifyReply, payoutId: string) => FastifyReply;
  refuse: (reply: FastifyReply, status: number, message: string) => FastifyReply;
}

/** `/api/payouts…`: collects winnings, and passes on the operator's decision for demonstrations. */
export function registerPayouts(app: FastifyInstance, routes: PayoutRoutes): void {
  const { payouts, customerOf, stream, refuse } = routes;
  app.post("/api/payouts", async (request, reply) => {
    const wanted = newPayout.safeParse(request.body);
    if (!wanted.success) return refuse(reply, 400, "Send a winningId, or an amount.");
    const { winningId, amount } = wanted.data;
    const payout = await payouts.collect(
      {
        ...(winningId === undefined ? {} : { winningId }),
        ...(amount === undefined ? {} : { amount }),
      },
      customerOf(request, reply),
    );
    return payout ? reply.code(201).send(payout) : refuse(reply, 404, "There is no such prize.");
  });

  type ByPayout = { Params: { payoutId: string } };
  const unknown = "We do not know this payout.";
  app.get<ByPayout>("/api/payouts/:payoutId", (request, reply) => {
    const payout = payouts.find(request.params.payoutId);
    return payout ? reply.send(payout) : refuse(reply, 404, unknown);
  });
  app.post<ByPayout>("/api/payouts/:payoutId/renew", async (request, reply) => {
    const payout = payouts.find(request.params.payoutId);
    return payout ? payouts.renew(payout) : refuse(reply, 404, unknown);
  });
  app.post<ByPayout>("/api/payouts/:payoutId/decide", async (request, reply) => {
    const payout = payouts.find(request.params.payoutId);
    const wanted = decision.safeParse(request.body);
    if (!payout) return refuse(reply, 404, unknown);
    if (!wanted.success) return refuse(reply, 400, "Send allow, true or false.");
    await payouts.decide(payout, wanted.data.allow);
    return reply.code(204).send();
  });
  app.get<ByPayout>("/api/payouts/:payoutId/events", (request, reply) => {
    const payout = payouts.find(request.params.payoutId);
    return payout ? stream(reply, payout.payoutId) : refuse(reply, 404, unknown);
  });
}
