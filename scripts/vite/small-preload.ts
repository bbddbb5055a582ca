import type { Plugin } from "vite";

/**
 * Replaces the code with which Vite's builds wait for the styles of a dynamic import. It is in the first file of every
 * frame; ours is a third of the size. It keeps the event `vite:preloadError` (widgets/client/lost-scripts.ts), and
 * requests a style that did not load again at the next try. Left out: nonces, and browsers without `modulepreload`,
 * which fetch the files with the import itself.
 */
export function smallPreload(): Plugin {
  return {
    name: "tessera:small-preload",
    enforce: "pre",
    applyToEnvironment: ({ name }) => name.endsWith("Frame"),
    load: {
      filter: { id: /^\0vite\/preload-helper\.js$/ },
      handler: () => preloadCode,
    },
  };
}

/** The module; Vite calls its function in place of each `import()`. */
export const preloadCode = `
const seen = {};
export const __vitePreload = async (load, deps = [], from) => {
  try {
    await Promise.all(deps.map((dep) => {
      const { href } = new URL(dep, from);
      return seen[href] ??= new Promise((loaded, failed) => {
        const link = document.createElement("link");
        link.rel = "stylesheet";
        if (href.endsWith("js")) loaded(link.rel = "modulepreload");
        link.onload = loaded;
        link.onerror = () => {
          seen[href] = null;
          link.remove();
          failed(Error(href));
        };
        link.href = href;
        document.head.append(link);
      });
    }));
    return await load();
  } catch (error) {
    const event = new Event("vite:preloadError");
    event.payload = error;
    dispatchEvent(event);
    throw error;
  }
};
`;
