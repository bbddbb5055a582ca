/** An address in groups of four with marked ends, for comparison. When copied, it has no spaces. */
export function GroupedAddress({ address, label }: { address: string; label: string }) {
  return (
    <div class="grouped" data-testid="grouped-address">
      <p class="field-hint">{label}</p>
      <AddressGroups address={address} />
    </div>
  );
}

export function AddressGroups({ address }: { address: string }) {
  const groups = addressGroups(address);
  return (
    <p class="grouped-address" dir="ltr">
      {groups.map((group, index) => {
        const isEnd = index === 0 || index === groups.length - 1;
        return (
          <span class={isEnd ? "grouped-end" : undefined} key={index}>
            {group}
          </span>
        );
      })}
    </p>
  );
}

/** `0x` belongs to the first group, a rest of one or two characters to the last. */
export function addressGroups(address: string): string[] {
  const head = /^(0x)?.{1,4}/.exec(address)?.[0] ?? "";
  const rest = address.slice(head.length).match(/.{1,4}/g) ?? [];
  const last = rest[rest.length - 1] ?? "";
  if (rest.length > 1 && last.length < 3) rest.splice(-2, 2, `${rest[rest.length - 2]}${last}`);
  return [head, ...rest];
}
