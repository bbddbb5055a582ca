export { type Locations, openLocations } from "./locations.ts";
export { sealedTables } from "./sealed-columns.ts";
