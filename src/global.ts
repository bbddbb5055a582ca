import { Tessera } from "./tessera.ts";
import { TesseraError } from "./tessera-error.ts";

/**
 * What `<script src=".../tessera.js">` leaves in the page: one global, the class `Tessera`. For
 * `require("tessera")` it carries itself and TesseraError by name.
 */
export default Object.assign(Tessera, { Tessera, TesseraError });
