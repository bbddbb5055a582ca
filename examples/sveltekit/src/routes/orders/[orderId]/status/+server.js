import { json } from "@sveltejs/kit";
import { findOrder } from "$lib/server/orders.js";

export const GET = ({ params }) => json({ status: findOrder(params.orderId)?.status ?? "unknown" });
