// Checks for new text messages and adds them on top, without a reload, so that scrolling, selection and focus stay.
const intervalMs = 2_000;
const body = document.querySelector("tbody");
const state = document.querySelector("#state");
const known = new Set([...body.querySelectorAll("tr[data-id]")].map((row) => row.dataset.id));

async function check() {
  if (document.visibilityState !== "visible") return;
  try {
    const response = await fetch("/carrier/messages", {
      cache: "no-store",
      signal: AbortSignal.timeout(5_000),
    });
    if (!response.ok) throw new Error(String(response.status));
    const { data } = await response.json();
    // The sandbox keeps only the newest messages; the page may show older ones.
    const fresh = data.filter(({ messageId }) => !known.has(messageId));
    for (const message of fresh.toReversed()) {
      known.add(message.messageId);
      body.prepend(rowOf(message));
    }
    if (fresh.length > 0) document.querySelector("#none")?.remove();
    state.textContent = "";
  } catch {
    state.textContent = "The sandbox is not responding. New messages will appear when it is back.";
  }
}

function rowOf({ messageId, to, body: text, sentAt }) {
  const row = document.createElement("tr");
  row.dataset.id = messageId;
  row.dataset.testid = `sms-${to}`;
  const time = document.createElement("time");
  time.dateTime = sentAt;
  time.textContent = `${sentAt.slice(11, 19)} UTC`;
  for (const content of [to, text, time]) {
    const cell = document.createElement("td");
    cell.append(content);
    row.append(cell);
  }
  return row;
}

setInterval(check, intervalMs);
document.addEventListener("visibilitychange", check);
