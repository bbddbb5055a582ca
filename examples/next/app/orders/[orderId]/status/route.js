import { findOrder } from "../../../../lib/orders";

export async function GET(_request, { params }) {
  const { orderId } = await params;
  return Response.json({ status: findOrder(orderId)?.status ?? "unknown" });
}
