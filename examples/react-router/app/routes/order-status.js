import { findOrder } from "../orders.server.js";

export function loader({ params }) {
  return Response.json({ status: findOrder(params.orderId)?.status ?? "unknown" });
}
