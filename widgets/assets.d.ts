/// <reference types="vite/types/importMeta.d.ts" />

declare module "*.css";
declare module "*.html?raw" {
  const text: string;
  export default text;
}

declare module "*?worker&url" {
  const url: string;
  export default url;
}

declare module "*?url" {
  const url: string;
  export default url;
}
