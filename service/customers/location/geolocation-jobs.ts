import { createJob, type Job } from "../../platform/jobs/job.ts";
import type { Locations } from "./locations.ts";

/** Looks every minute whether newer location data were put in place. A failure is logged and tried again. */
export function geolocationJobs(locations: Locations): Job[] {
  return [
    createJob({
      name: "geolocation.refresh",
      everyMs: 60_000,
      async run() {
        await locations.refresh();
        return undefined;
      },
    }),
  ];
}
