/** What the build takes in besides scripts. */
declare module "*.css";
