/** A person in a list: name or e-mail first, the operator's id below. */
export function CustomerCell({
  name,
  email,
  externalCustomerId,
}: {
  name: string | null | undefined;
  email: string | null | undefined;
  externalCustomerId: string;
}) {
  const first = name || email;
  return (
    <span class="two-lines">
      <span class={first ? "strong" : "mono strong"}>{first || externalCustomerId}</span>
      {name && email && <span class="muted small">{email}</span>}
      {first && (
        <span class="muted small mono cut" title={externalCustomerId}>
          {externalCustomerId}
        </span>
      )}
    </span>
  );
}
