/** The pages' style sheet, on a 4 px grid. */
export const harborStyle = `
:root {
  color-scheme: light dark;
  --back: #eef2f6; --card: #ffffff; --well: #f3f6f9; --ink: #12202e; --soft: #51606f; --line: #d5dde5; --edge: #8594a3;
  --main: #14508c; --main-hover: #0f4173; --on-main: #ffffff; --tint: #e6eff8; --bad: #b3261e; --bad-tint: #fceeed; --ok: #1d6b3f; --ok-tint: #e7f4ec;
}
@media (prefers-color-scheme: dark) {
  :root {
    --back: #0d141b; --card: #151f29; --well: #1c2833; --ink: #eef3f8; --soft: #a3b2c1; --line: #2c3a48; --edge: #7b8b9a;
    --main: #8abef2; --main-hover: #a3cdf6; --on-main: #08213a; --tint: #1a2d40; --bad: #ff9a92; --bad-tint: #35201f; --ok: #7fd6a3; --ok-tint: #17301f;
  }
}
* { box-sizing: border-box; margin: 0; }
[hidden] { display: none !important; }
body {
  min-height: 100vh; padding: 24px 16px 40px; background: var(--back); color: var(--ink);
  font: 400 16px/24px system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; font-variant-numeric: tabular-nums;
}
.page { width: 100%; max-width: 432px; margin: 0 auto; display: grid; gap: 16px; }
header { display: flex; align-items: center; gap: 12px; }
header svg { flex: none; width: 32px; height: 32px; color: var(--main); }
header strong { font-size: 18px; letter-spacing: -0.01em; }
.test { margin-inline-start: auto; padding: 4px 12px; border-radius: 999px; background: var(--tint); color: var(--ink); font-size: 13px; line-height: 16px; font-weight: 500; white-space: nowrap; }
main { padding: 24px; border: 1px solid var(--line); border-radius: 20px; background: var(--card); display: grid; gap: 20px; }
h1 { font-size: 22px; line-height: 28px; font-weight: 650; letter-spacing: -0.015em; overflow-wrap: anywhere; }
h1:focus { outline: none; }
.lead { color: var(--soft); margin-top: 4px; overflow-wrap: anywhere; }
dl { padding: 4px 16px; border-radius: 14px; background: var(--well); }
dl > div { display: flex; justify-content: space-between; gap: 16px; padding: 8px 0; }
dl > div + div { border-top: 1px solid var(--line); }
dt { color: var(--soft); flex: none; }
dd { text-align: end; font-weight: 500; min-width: 0; overflow-wrap: anywhere; }
dd code { font: 400 12px/20px ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace; }
.total dt, .total dd { color: var(--ink); font-weight: 650; }
form { display: grid; gap: 16px; }
fieldset { border: 0; padding: 0; display: grid; gap: 16px; min-width: 0; }
legend { padding: 0; margin-bottom: 12px; font-weight: 600; }
label { display: block; font-weight: 500; margin-bottom: 4px; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; }
input[type='text'], input:not([type]) {
  width: 100%; min-height: 48px; padding: 8px 14px; border: 1px solid var(--edge); border-radius: 12px; background: var(--card); color: inherit; font: inherit;
}
input[aria-invalid='true'] { border-color: var(--bad); box-shadow: 0 0 0 1px var(--bad); }
.hint { color: var(--soft); font-size: 14px; line-height: 20px; margin-top: 4px; }
.button {
  display: block; width: 100%; min-height: 52px; padding: 12px 20px; border: 0; border-radius: 14px; background: var(--main); color: var(--on-main);
  font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer;
}
.button:hover { background: var(--main-hover); }
.button.plain { background: var(--well); color: var(--ink); border: 1px solid var(--line); }
.button.plain:hover { background: var(--tint); }
:focus-visible { outline: 3px solid var(--main); outline-offset: 2px; }
.alert { padding: 12px 16px; border-radius: 12px; background: var(--bad-tint); color: var(--bad); font-weight: 500; }
.state { display: flex; align-items: flex-start; gap: 16px; }
.state svg { flex: none; width: 48px; height: 48px; padding: 12px; border-radius: 50%; background: var(--tint); color: var(--main); }
.state.good svg { background: var(--ok-tint); color: var(--ok); }
.state.bad svg { background: var(--bad-tint); color: var(--bad); }
.state.busy svg { animation: turn 1.4s linear infinite; }
@keyframes turn { to { transform: rotate(360deg); } }
@media (prefers-reduced-motion: reduce) { .state.busy svg { animation: none; } }
details { border-top: 1px solid var(--line); padding-top: 16px; }
summary { cursor: pointer; font-weight: 500; border-radius: 8px; min-height: 24px; }
table { width: 100%; margin-top: 12px; border-collapse: collapse; font-size: 14px; line-height: 20px; }
td { padding: 6px 0; border-top: 1px solid var(--line); vertical-align: top; }
td:first-child { font-family: ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace; font-size: 13px; padding-inline-end: 12px; white-space: nowrap; }
td:last-child { color: var(--soft); text-align: end; }
.deposit { padding: 16px; border: 1px dashed var(--edge); border-radius: 14px; overflow-wrap: anywhere; font: 400 15px/24px ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace; }
footer { color: var(--soft); font-size: 13px; line-height: 20px; text-align: center; }
@media (max-width: 400px) { main { padding: 20px 16px; } dl { padding: 4px 12px; } body { padding: 16px 12px 32px; } }
`

/**
 * Looks whether the purchase has moved, and shows the page anew when it has. Where no script runs there is a link instead. What was
 * opened by a site can be closed again.
 */
export const harborScript = `
const state = document.querySelector('[data-status]')
const again = document.querySelector('[data-again]')
const close = document.querySelector('[data-close]')
if (close && window.opener) { close.hidden = false; close.addEventListener('click', () => window.close()) }
if (again) again.hidden = true
const look = async () => {
  const answer = await fetch('/pay/status' + location.search, { cache: 'no-store' }).catch(() => undefined)
  const now = answer && answer.ok ? await answer.json() : undefined
  if (now && (now.status !== state.dataset.status || String(now.deposit) !== state.dataset.deposit)) location.replace('/pay' + location.search)
  else setTimeout(look, 700)
}
if (state && state.dataset.live === 'true') setTimeout(look, 700)
const first = document.querySelector('[aria-invalid="true"]')
if (first) first.focus()
`
