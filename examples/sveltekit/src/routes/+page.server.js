import { randomUUID } from "node:crypto";
import { error, redirect } from "@sveltejs/kit";
import { createOrder } from "$lib/server/orders.js";

/** The page knows its order's number, so pressing Buy twice makes one order. */
export const load = () => ({ orderId: `order-${randomUUID()}` });

export const actions = {
  async default({ request }) {
    const orderId = String((await request.formData()).get("orderId"));
    if (!/^order-[0-9a-f-]{36}$/.test(orderId)) error(400, "This is not an order's number.");
    await createOrder(orderId);
    redirect(303, `/orders/${orderId}`);
  },
};
