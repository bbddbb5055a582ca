/// <reference types="vite/types/importMeta.d.ts" />

/** Assets besides scripts that the build accepts. */
declare module "*.css";
declare module "*.html?raw" {
  const text: string;
  export default text;
}

/** URL of a worker script in the build. */
declare module "*?worker&url" {
  const url: string;
  export default url;
}

/** URL of a file in the build. */
declare module "*?url" {
  const url: string;
  export default url;
}
