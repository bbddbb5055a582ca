import "../styles/tokens.css";
import "../styles/base.css";
import "../styles/controls.css";
import "../styles/personal.css";
import "../styles/console/tokens.css";
import "../styles/console/shell.css";
import "../styles/console/page.css";
import "../styles/console/entrance.css";
import "../styles/console/controls.css";
import "../styles/console/badge.css";
import "../styles/console/panel.css";
import "../styles/console/table.css";
import "../styles/console/table-cards.css";
import "../styles/console/filters.css";
import "../styles/console/facts.css";
import "../styles/console/lines.css";
import "../styles/console/notices.css";
import "../styles/console/dialog.css";
import "../styles/console/form.css";
import { render } from "preact";
import { ignoreHeldEnter } from "../widgets/ui/held-enter.ts";
import { App } from "./app.tsx";
import { startLanguage } from "./i18n/current-texts.ts";
import { followHistory } from "./router/place.ts";
import { listenToActivity } from "./session/activity.ts";
import { readSession } from "./session/session.ts";
import { keepFocus } from "./ui/keep-focus.ts";
import { listenToKeys } from "./ui/keys.tsx";

const root = document.getElementById("console");
if (root) void start(root);

async function start(element: HTMLElement): Promise<void> {
  followHistory();
  ignoreHeldEnter();
  listenToKeys();
  keepFocus();
  listenToActivity();
  await Promise.all([startLanguage(), readSession()]);
  render(<App />, element);
}
