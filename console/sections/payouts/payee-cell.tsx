import type { WaitingPayout } from "#contract/console/payouts";
import { CustomerCell } from "../../ui/customer-cell.tsx";

export function PayeeCell({ customer }: Pick<WaitingPayout, "customer">) {
  const { data, externalCustomerId } = customer;
  return (
    <CustomerCell
      name={[data.firstName, data.lastName].filter(Boolean).join(" ")}
      email={data.email}
      externalCustomerId={externalCustomerId}
    />
  );
}
