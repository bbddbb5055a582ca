/** A logo of the sprite (brand-marks.tsx): an image named `label`, or decoration without it. */
export function BrandMark({ name, label }: { name: string; label?: string }) {
  const named = label !== undefined;
  return (
    <svg
      class="brand-mark"
      viewBox="0 0 32 21"
      role={named ? "img" : undefined}
      aria-label={label}
      aria-hidden={named ? undefined : "true"}
    >
      <use href={`#brand-${name}`} />
    </svg>
  );
}
