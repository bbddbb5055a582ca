export { type Locations, openLocations } from "./locations.ts";
