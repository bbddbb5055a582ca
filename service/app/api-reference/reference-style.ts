/** The page's policy contains its hash. */
export const referenceStyle = `
:root{color-scheme:light dark;--line:#8884;--soft:#8881}
*{box-sizing:border-box}
body{margin:0;font:16px/1.5 system-ui,sans-serif;display:grid;grid-template-columns:17rem minmax(0,1fr)}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:1rem;border-right:1px solid var(--line)}
nav h2{margin:1.25rem 0 .25rem;font-size:.8rem;letter-spacing:.02em;opacity:.75}
nav ul{list-style:none;margin:0 0 1rem;padding:0}
nav a{text-decoration:none;color:inherit;display:block;padding:.15rem 0;font-size:.9rem;overflow-wrap:anywhere}
nav a:hover{text-decoration:underline}
main{padding:1rem 2rem 6rem;max-width:60rem}
section{border-top:1px solid var(--line);padding:1rem 0}
code{font:.9em ui-monospace,monospace;background:var(--soft);padding:.1em .3em;border-radius:.25em;overflow-wrap:anywhere}
.method{font-weight:700;font-size:.8em;letter-spacing:.04em}
td:first-child code,.codes code{white-space:nowrap;overflow-wrap:normal}
pre code{background:none;padding:0;font:inherit}
pre{background:var(--soft);padding:.8rem;border-radius:.4rem;white-space:pre-wrap;overflow-wrap:anywhere;font:.9em/1.5 ui-monospace,monospace}
table{border-collapse:collapse;width:100%;margin:.5rem 0 1rem}
th,td{text-align:left;vertical-align:top;padding:.3rem .6rem .3rem 0;border-bottom:1px solid var(--line)}
nav{grid-area:1/1}
main{grid-area:1/2}
.code{position:relative}
.code button{position:absolute;top:.4rem;right:.4rem;min-height:2rem;font:inherit;font-size:.85rem;color:inherit;background:Canvas;border:1px solid var(--line);border-radius:.3rem;cursor:pointer}
.filter{display:block;font-size:.9rem}
.filter input{width:100%;min-height:2.75rem;font:inherit;padding:0 .5rem}
.try{margin:.5rem 0 1rem;padding:0 .8rem .4rem;border:1px solid var(--line);border-radius:.4rem}
.try label{display:block;margin:.6rem 0;font-size:.9rem}
.try input,.try textarea{display:block;width:100%;max-width:40rem;min-height:2.75rem;font:.9rem/1.5 ui-monospace,monospace;padding:.3rem .5rem;color:inherit;background:Field;border:1px solid #767676;border-radius:.3rem}
.try button{min-height:2.75rem;padding:0 1rem;font:inherit;color:inherit;background:Canvas;border:1px solid #767676;border-radius:.3rem;cursor:pointer}
summary{cursor:pointer;padding:.4rem 0}
[hidden]{display:none}
@media(min-width:48.01rem){.to-contents:not(:focus-within){position:absolute;clip-path:inset(50%)}}
@media(max-width:48rem){body{display:block}nav{position:static;height:auto;border-right:0;border-top:1px solid var(--line)}main{padding:1rem}table,tbody,tr,td{display:block}thead{display:none}tr{padding:.4rem 0;border-bottom:1px solid var(--line)}td{padding:0;border:0}td:first-child code,.codes code{white-space:normal;overflow-wrap:anywhere}}
`;
