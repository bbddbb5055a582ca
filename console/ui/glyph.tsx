/** The console's own icons. Customers do not download them, unlike widgets/ui/icon.tsx. */
const paths = {
  home: "M3.5 9.5L10 4l6.5 5.5V16h-4.5v-4h-4v4H3.5z",
  reviews:
    "M3 5.5A1.5 1.5 0 0 1 4.5 4h11A1.5 1.5 0 0 1 17 5.5v9a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 3 14.5zM7.2 10a1.6 1.6 0 1 0 0-3.2 1.6 1.6 0 0 0 0 3.2zM4.9 13.2c.3-1.2 1.2-1.9 2.3-1.9s2 .7 2.3 1.9M12 8h2.5M12 11.5h2.5",
  customers:
    "M7.5 9.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM2.5 16.5c.4-2.8 2.4-4.5 5-4.5s4.6 1.7 5 4.5M13 4a2.7 2.7 0 0 1 0 5.2M14.5 12.3c1.7.6 2.7 2.1 3 4.2",
  payments:
    "M3 6.5A1.5 1.5 0 0 1 4.5 5h11A1.5 1.5 0 0 1 17 6.5v7a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 3 13.5zM3 8.5h14M6 12.2h3",
  approvals: "M6.5 10.2l2.4 2.4 4.6-5M10 2.8a7.2 7.2 0 1 0 0 14.4 7.2 7.2 0 0 0 0-14.4z",
  disbursements: "M10 16.5v-9M6.5 11L10 7.5l3.5 3.5M4 4h12",
  disputes: "M5.5 17V3.5M5.5 4h9.5l-2.5 3.7 2.5 3.8H5.5",
  ledger: "M3.5 4.5h13v11h-13zM10 4.5v11M6 8h1.5M6 11h1.5M12.5 8H14",
  deliveries:
    "M3 10h9M9 6.5L12.5 10 9 13.5M12 4h3.5A1.5 1.5 0 0 1 17 5.5v9a1.5 1.5 0 0 1-1.5 1.5H12",
  exports: "M10 3.5v9M6.5 9.5L10 13l3.5-3.5M4 16.5h12",
  settings:
    "M4 6h7M15 6h1M4 14h1M9 14h7M13 8.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4zM7 16.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4z",
  appearance:
    "M10 3a7 7 0 1 0 0 14c1.4 0 1.6-1 1.2-2-.4-1.2.3-2.2 1.6-2.2H15A2 2 0 0 0 17 10.5 7 7 0 0 0 10 3zM6.5 10h.1M8 6.8h.1M12 6.8h.1",
  staff: "M10 9.5a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4zM4 17c.5-3.3 2.9-5.2 6-5.2s5.5 1.9 6 5.2",
  audit:
    "M6 3.5h6.5L16 7v8a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 4 15V5.5M12 3.5V7.5h4M7 11h6M7 13.7h4",
  security:
    "M10 2.8l6 2.4v4.3c0 3.8-2.5 6.4-6 7.7-3.5-1.3-6-3.9-6-7.7V5.2zM7.5 9.8l1.8 1.8 3.2-3.4",
  routing:
    "M3.5 10h4c3 0 2.5-5 5.5-5h3.5M7.5 10c3 0 2.5 5 5.5 5h3.5M14 2.5L16.5 5 14 7.5M14 12.5l2.5 2.5-2.5 2.5",
  key: "M7 13.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM10.5 10H17v3M14 10v2.5",
  up: "M10 16V4.5M5 9.5l5-5 5 5",
  down: "M10 4v11.5M5 10.5l5 5 5-5",
  edit: "M12.5 4.5l3 3L7 16H4v-3zM10.5 6.5l3 3",
  menu: "M3.5 5.5h13M3.5 10h13M3.5 14.5h13",
  close: "M5 5l10 10m0-10L5 15",
  search: "M9 14.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11zM13 13l3.8 3.8",
  previous: "M12 4.5L6.5 10l5.5 5.5",
  next: "M8 4.5l5.5 5.5L8 15.5",
  copy: "M7.5 7.5h8v8h-8zM12.5 7.5v-3h-8v8h3",
  plus: "M10 4v12M4 10h12",
  minus: "M4 10h12",
  fit: "M3.5 7.5v-4h4M12.5 3.5h4v4M16.5 12.5v4h-4M7.5 16.5h-4v-4",
  trash: "M4 5.5h12M8 5.5v-2h4v2M5.5 5.5l.8 11h7.4l.8-11",
  keyboard: "M3 5.5h14v9H3zM6 8.5h.1M9 8.5h.1M12 8.5h.1M14.5 8.5h.1M7 11.7h6",
  signOut: "M8 4H4.5v12H8M12 6.5l3.5 3.5-3.5 3.5M15.5 10H8",
  refresh: "M15.8 7.5A6.5 6.5 0 1 0 16.5 10M16.5 3.8v4h-4",
  equal: "M5 7.5h10M5 12.5h10",
  unequal: "M5 7.5h10M5 12.5h10M13 4l-6 12",
  similar: "M4.5 8c1.8-2 3.7-2 5.5 0s3.7 2 5.5 0M4.5 13c1.8-2 3.7-2 5.5 0s3.7 2 5.5 0",
  empty: "M3.5 11l2-6.5h9l2 6.5v4.5h-13zM3.5 11h4l1 2h3l1-2h4",
} as const;

export type GlyphName = keyof typeof paths;

/** Hidden from screen readers: the text beside it says the same. Arrows are mirrored in right-to-left text. */
export function Glyph({ name, sizePx = 18 }: { name: GlyphName; sizePx?: number }) {
  return (
    <svg
      class="icon"
      data-points={name === "previous" || name === "next" || name === "signOut" ? "" : undefined}
      width={`${sizePx / 16}rem`}
      height={`${sizePx / 16}rem`}
      viewBox="0 0 20 20"
      fill="none"
      aria-hidden="true"
    >
      <path
        d={paths[name]}
        stroke="currentColor"
        stroke-width="1.5"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </svg>
  );
}
