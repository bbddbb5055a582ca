import { Link } from "../router/link.tsx";
import { may } from "../session/session.ts";

/**
 * A customer in a list: name or e-mail first, the operator's id below. Lists with links as rows show two of the three.
 */
export function CustomerCell({
  name,
  email,
  externalCustomerId,
  isLinked = false,
}: {
  name: string | null | undefined;
  email: string | null | undefined;
  externalCustomerId: string;
  /** Links the id to the customer's page, for rows without their own link. */
  isLinked?: boolean;
}) {
  const idOf = (style: string) =>
    isLinked && may("customers.read") ? (
      <Link class={style} to={`/customers/${encodeURIComponent(externalCustomerId)}`}>
        {externalCustomerId}
      </Link>
    ) : (
      <span class={style} title={externalCustomerId}>
        {externalCustomerId}
      </span>
    );
  const first = name || email;
  return (
    <span class="two-lines">
      {first ? <span class="strong">{first}</span> : idOf("mono strong cut")}
      {name && email && <span class="muted small">{email}</span>}
      {first && idOf(`muted small mono cut${name && email ? " customer-id" : ""}`)}
    </span>
  );
}
