export { geolocationJobs } from "./geolocation-jobs.ts";
export { type Locations, openLocations } from "./locations.ts";
export { registerGeolocation } from "./routes.ts";
