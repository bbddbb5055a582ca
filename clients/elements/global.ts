/** `<script src="…/tessera-elements.js">`, after the one of the SDK. */
import type { Tessera } from "../../src/index.ts";
import { defineTesseraElements } from "./define-elements.ts";

defineTesseraElements((globalThis as unknown as { Tessera: typeof Tessera }).Tessera);
