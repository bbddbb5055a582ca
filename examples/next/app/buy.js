"use server";

import { redirect } from "next/navigation";
import { createOrder } from "../lib/orders";

/** Anybody can call a server action, so it checks what it gets. */
export async function buy(form) {
  const orderId = String(form.get("orderId"));
  if (!/^order-[0-9a-f-]{36}$/.test(orderId)) throw new Error("This is not an order's number.");
  await createOrder(orderId);
  redirect(`/orders/${orderId}`);
}
