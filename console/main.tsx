import "../styles/tokens.css";
import "../styles/base.css";
import { render } from "preact";

const root = document.getElementById("console");
if (root) render(<main />, root);
