import { randomUUID } from "node:crypto";
import { data, Form, redirect } from "react-router";
import { createOrder } from "../orders.server.js";

/** The page knows its order's number, so pressing Buy twice makes one order. */
export function loader() {
  return { orderId: `order-${randomUUID()}` };
}

export async function action({ request }) {
  const orderId = String((await request.formData()).get("orderId"));
  if (!/^order-[0-9a-f-]{36}$/.test(orderId)) {
    throw data("This is not an order's number.", { status: 400 });
  }
  await createOrder(orderId);
  return redirect(`/orders/${orderId}`);
}

export default function Home({ loaderData }) {
  return (
    <>
      <h1>Enamel mug, $49.99</h1>
      <Form method="post">
        <input type="hidden" name="orderId" value={loaderData.orderId} />
        <button type="submit">Buy</button>
      </Form>
    </>
  );
}
