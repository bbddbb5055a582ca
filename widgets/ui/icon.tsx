/** Icons on a 20 by 20 grid, stroked in the text color. Those that no first screen needs are in outcome-icons.ts. */
const paths = {
  lock: "M6 9V6.5a4 4 0 0 1 8 0V9M5 9h10v7.5H5z",
  alert: "M10 6.5v4M10 13.4v.1M10 2.8a7.2 7.2 0 1 0 0 14.4 7.2 7.2 0 0 0 0-14.4z",
  bank: "M3.5 8L10 4l6.5 4zM5.2 8.5v5.5M8.4 8.5v5.5M11.6 8.5v5.5M14.8 8.5v5.5M3.5 16.3h13",
  card: "M3 5.2h14v9.6H3zM3 8.6h14M5.6 12.2h3",
  coin: "M10 2.8a7.2 7.2 0 1 0 0 14.4 7.2 7.2 0 0 0 0-14.4zM12.4 7.8a2.8 2.8 0 1 0 0 4.4M10 5.4v9.2",
  info: "M10 9.2v4.3M10 6.5v.1M10 2.8a7.2 7.2 0 1 0 0 14.4 7.2 7.2 0 0 0 0-14.4z",
} as const;

export type IconName = keyof typeof paths;

/** The path of an icon that not every widget needs at once. */
export type Drawn = `M${string}`;

/**
 * Hidden from screen readers: the text beside it says the same. `sizePx` (default 16) is the size at the usual text
 * size; icons grow with the text.
 */
export function Icon({ name, sizePx = 16 }: { name: IconName | Drawn; sizePx?: number }) {
  return (
    <svg
      class="icon"
      width={`${sizePx / 16}rem`}
      height={`${sizePx / 16}rem`}
      viewBox="0 0 20 20"
      fill="none"
      aria-hidden="true"
    >
      <path
        d={paths[name as IconName] ?? name}
        stroke="currentColor"
        stroke-width="1.7"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </svg>
  );
}
