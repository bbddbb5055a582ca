import "../styles/tokens.css";
import "../styles/base.css";
import "../styles/controls.css";
import "../styles/personal.css";
import "../styles/console-tokens.css";
import "../styles/console.css";
import "../styles/console-parts.css";
import { render } from "preact";
import { App } from "./app.tsx";
import { startLanguage } from "./i18n/current-texts.ts";
import { followHistory } from "./router/place.ts";
import { listenToActivity } from "./session/activity.ts";
import { readSession } from "./session/session.ts";
import { listenToKeys } from "./ui/keys.tsx";

const root = document.getElementById("console");
if (root) void start(root);

async function start(element: HTMLElement): Promise<void> {
  followHistory();
  listenToKeys();
  listenToActivity();
  await Promise.all([startLanguage(), readSession()]);
  render(<App />, element);
}
