export { answerExamples, eventExamples } from "./answer-examples.ts";
