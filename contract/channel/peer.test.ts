import { fromMessagePort } from "./message-port.ts";
import { createFakePorts } from "./testing/fake-ports.ts";
import { peerSuite } from "./testing/peer-suite.ts";

peerSuite("fakes", createFakePorts);

peerSuite("the real MessagePort", () => {
  const { port1, port2 } = new MessageChannel();
  return [fromMessagePort(port1), fromMessagePort(port2)];
});
