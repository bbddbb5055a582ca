import { randomUUID } from "node:crypto";
import { connection } from "next/server";
import { buy } from "./buy";

export default async function Home() {
  // A page for each request: it knows its order's number, so pressing Buy twice makes one order.
  await connection();
  return (
    <>
      <h1>Enamel mug, $49.99</h1>
      <form action={buy}>
        <input type="hidden" name="orderId" value={`order-${randomUUID()}`} />
        <button type="submit">Buy</button>
      </form>
    </>
  );
}
