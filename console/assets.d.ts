/** Files other than scripts that the build includes. */
declare module "*.css";
