export { eventExamples, responseExamples } from "./response-examples.ts";
