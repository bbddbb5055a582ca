/** Tessera's own colors, the same as in styles/tokens.css (a test compares them). */

export type Scheme = "light" | "dark";

export type Palette = Readonly<Record<PaletteToken, string>>;

type PaletteToken =
  | "surface"
  | "page"
  | "sunken"
  | "text"
  | "muted"
  | "line"
  | "line-strong"
  | "accent"
  | "accent-strong"
  | "accent-soft"
  | "on-accent"
  | "danger"
  | "danger-soft"
  | "success"
  | "success-soft"
  | "warning"
  | "warning-soft";

export const palettes: Readonly<Record<Scheme, Palette>> = {
  light: {
    surface: "#ffffff",
    page: "#f5f6f8",
    sunken: "#f7f8fa",
    text: "#16202e",
    muted: "#5a6576",
    line: "#e3e6eb",
    "line-strong": "#8b95a5",
    accent: "#2a55d4",
    "accent-strong": "#1f43b0",
    "accent-soft": "#eaf0ff",
    "on-accent": "#ffffff",
    danger: "#b42323",
    "danger-soft": "#fdf1f0",
    success: "#13784a",
    "success-soft": "#e9f6ef",
    warning: "#8a5300",
    "warning-soft": "#fff6e6",
  },
  dark: {
    surface: "#14181f",
    page: "#0e1116",
    sunken: "#1b2029",
    text: "#e4e8ee",
    muted: "#9aa5b5",
    line: "#272e39",
    "line-strong": "#667284",
    accent: "#8aabff",
    "accent-strong": "#a8c1ff",
    "accent-soft": "#1c2740",
    "on-accent": "#0e1420",
    danger: "#ff9b92",
    "danger-soft": "#341c1c",
    success: "#74d3a2",
    "success-soft": "#142b20",
    warning: "#f0c071",
    "warning-soft": "#30260f",
  },
};
