import { notFound } from "next/navigation";
import { findOrder } from "../../../lib/orders";
import { pageOptions } from "../../../lib/tessera";
import { Pay } from "./pay";

/** With customer accounts, check here that the order is this customer's. */
export default async function Order({ params }) {
  const { orderId } = await params;
  const order = findOrder(orderId);
  if (!order) notFound();
  return (
    <>
      <h1>Enamel mug, $49.99</h1>
      <Pay {...pageOptions} clientSecretKey={order.clientSecretKey} orderId={orderId} />
    </>
  );
}
