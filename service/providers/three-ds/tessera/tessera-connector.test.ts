import { ids, methodUrl, testThreeDSConformance } from "../testing/conformance.ts";
import { tesseraThreeDS } from "./tessera-connector.ts";

const range = {
  startRange: "4000100411112000",
  endRange: "4000100411112999",
  acsStartProtocolVersion: "2.1.0",
  acsEndProtocolVersion: "2.2.0",
  threeDSMethodURL: methodUrl,
};
const prepared = {
  messageType: "PRes",
  messageVersion: "2.2.0",
  threeDSServerTransID: ids.threeDSServerTransID,
  dsTransID: ids.dsTransID,
  dsStartProtocolVersion: "2.1.0",
  dsEndProtocolVersion: "2.2.0",
  cardRangeData: [range],
};

testThreeDSConformance("our own protocol", {
  connect: (deadlineMs) =>
    tesseraThreeDS(
      { key: "ds-key-1" },
      {
        authenticationDeadlineMs: deadlineMs,
        resultsUrl: "https://pay.example/v1/three-ds/results",
        newTransID: () => ids.threeDSServerTransID,
      },
    ),
  secrets: ["ds-key-1"],
  enrolled: prepared,
  notEnrolled: prepared,
  answer: (overrides) => ({
    messageType: "ARes",
    messageVersion: "2.2.0",
    ...ids,
    ...overrides,
  }),
  result: null,
});
