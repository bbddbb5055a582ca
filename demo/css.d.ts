/** Style sheets are imported only for their side effect; the bundler extracts them. */
declare module "*.css";
