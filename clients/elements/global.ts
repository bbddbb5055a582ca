/** `<script src="…/tessera-elements.js">`, after the SDK's script. */
import type { Tessera } from "../../src/index.ts";
import { defineTesseraElements } from "./define-elements.ts";

defineTesseraElements((globalThis as unknown as { Tessera: typeof Tessera }).Tessera);
