import { html, page } from "../http/page.ts";
import { loginAccounts, loginPassword, loginUsers } from "./accounts.ts";

const head = html`<link rel="icon" href="/public/icon.svg">
<link rel="stylesheet" href="/public/issuer.css">`;

/** The bank's own log-in page. `refused`: the last try failed. */
export function loginPage(uid: string, formTarget: string, refused: boolean) {
  const users = loginUsers.map(
    ({ userName, description }) =>
      html`<option value="${userName}">${userName}: ${description}</option>`,
  );
  return page(
    {
      title: "Harbour Bank: log in",
      head,
      body: html`<body>
<main>
<h1>Harbour Bank</h1>
<p>Sandbox bank. The password is <code>${loginPassword}</code>.</p>
${refused ? html`<p role="alert">That user name or password is wrong.</p>` : html``}
<form method="post" action="/bank/interaction/${uid}/login">
<p><label>User name <select name="userName">${users}</select></label></p>
<p><label>Password <input type="password" name="password" value="${loginPassword}" autocomplete="off"></label></p>
<p><button>Log in</button></p>
</form>
<form method="post" action="/bank/interaction/${uid}/refuse"><button>Cancel</button></form>
</main>
</body>`,
    },
    [formTarget],
  );
}

/** Which account is shared, and whether at all. */
export function consentPage(uid: string, formTarget: string, clientName: string) {
  const accounts = Object.entries(loginAccounts).map(
    ([id, { name, accountNumber }], index) =>
      html`<p><label><input type="radio" name="account" value="${id}"${
        index === 0 ? html` checked` : html``
      }> ${name}, ending ${accountNumber.slice(-4)}</label></p>`,
  );
  return page(
    {
      title: "Harbour Bank: share an account",
      head,
      body: html`<body>
<main>
<h1>Share an account?</h1>
<p>${clientName} asks for the number of one account, once, so that money can be sent to it or paid from it.</p>
<form method="post" action="/bank/interaction/${uid}/confirm">
<fieldset><legend>Account</legend>${accounts}</fieldset>
<p><button>Share this account</button></p>
</form>
<form method="post" action="/bank/interaction/${uid}/refuse"><button>Refuse</button></form>
</main>
</body>`,
    },
    [formTarget],
  );
}

/** Nothing waits here: the page was opened twice, or too late. */
export function endedPage() {
  return page(
    {
      title: "Harbour Bank",
      head,
      body: html`<body><main><h1>This log-in is over</h1>
<p>Go back to where you came from and begin again.</p></main></body>`,
    },
    [],
    400,
  );
}
