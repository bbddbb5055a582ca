/**
 * Testing Library waits one second for an element by default, too short for a busy machine. This waits longer.
 */
import { configure } from "@testing-library/preact";

configure({ asyncUtilTimeout: 30_000 });
