/** What the build takes in besides scripts. */
declare module "*.css";
declare module "*.html?raw" {
  const text: string;
  export default text;
}

/** Address of a script that the build made for a worker. */
declare module "*?worker&url" {
  const url: string;
  export default url;
}

/** Address of a file in the build. */
declare module "*?url" {
  const url: string;
  export default url;
}
