import { error } from "@sveltejs/kit";
import { findOrder } from "$lib/server/orders.js";
import { pageOptions } from "$lib/server/tessera.js";

/** With customer accounts, check here that the order is this customer's. */
export function load({ params, setHeaders }) {
  const order = findOrder(params.orderId);
  if (!order) error(404, "There is no such order.");
  // The page has the order's client secret.
  setHeaders({ "cache-control": "no-store" });
  const { clientSecretKey } = order;
  return { ...pageOptions, clientSecretKey, orderId: params.orderId };
}
