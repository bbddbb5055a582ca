/** Testing Library's default of one second is too short for a busy machine. */
import { configure } from "@testing-library/preact";

configure({ asyncUtilTimeout: 30_000 });
