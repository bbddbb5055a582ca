import type { Drawn } from "./icon.tsx";

/** Icons of outcomes and states, on the grid of icon.tsx. Here, they load with the parts that show them. */
export const check: Drawn = "M4.5 10.5l3.7 3.7 7.3-8";
export const clock: Drawn = "M10 6v4.2l2.8 1.8M10 2.8a7.2 7.2 0 1 0 0 14.4 7.2 7.2 0 0 0 0-14.4z";
export const cross: Drawn = "M5.5 5.5l9 9m0-9l-9 9";
