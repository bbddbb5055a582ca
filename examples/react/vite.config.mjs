import { defineConfig } from "vite";

export default defineConfig({
  // React's own transform, without a plugin.
  oxc: { jsx: { runtime: "automatic", importSource: "react" } },
  build: { target: "es2022" },
});
