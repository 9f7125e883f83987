/** The page's style sheet: the colours of the modal's default theme, on its 4 px grid. */
export const pageStyle = `
:root {
  --surface: #fcfefe; --well: #f1f4f4; --well-2: #e5ecec; --raised: #ffffff;
  --ink: #101919; --ink-2: #4c5656; --ink-3: #5f6a6a;
  --line: rgb(16 25 25 / 0.085); --line-2: rgb(16 25 25 / 0.17);
  --accent: #006a6c; --accent-hover: #00595a; --on-accent: #ffffff; --accent-ink: #006566; --accent-soft: #e7f0f0;
  --ok: #1b6d41; --warn: #855204; --warn-soft: #faf0df; --bad: #bc1f2b;
  --shadow: 0 0 0 1px rgb(16 25 25 / 0.05), 0 1px 2px rgb(16 25 25 / 0.1);
  --mono: ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace;
  color-scheme: light dark;
}
@media (prefers-color-scheme: dark) {
  :root {
    --surface: #131818; --well: #1d2323; --well-2: #282f2f; --raised: #333b3b;
    --ink: #f1f4f4; --ink-2: #adb4b4; --ink-3: #989e9e;
    --line: rgb(255 255 255 / 0.085); --line-2: rgb(255 255 255 / 0.17);
    --accent: #60b7b7; --accent-hover: #6ec5c6; --on-accent: #00191a; --accent-ink: #70c7c7; --accent-soft: #1d2a2a;
    --ok: #71d195; --warn: #edb95d; --warn-soft: #2d2b20; --bad: #fb8482;
    --shadow: 0 0 0 1px rgb(255 255 255 / 0.05), 0 1px 2px rgb(0 0 0 / 0.4);
  }
}
* { box-sizing: border-box; margin: 0; }
html { background: var(--surface); color: var(--ink); }
body {
  max-width: 1120px; margin: 0 auto; padding: 24px 24px 56px;
  font: 400 14px/20px Inter, 'Inter Variable', ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif;
  font-variant-numeric: tabular-nums; letter-spacing: -0.003em;
}
h1 { font-size: 18px; line-height: 24px; font-weight: 600; letter-spacing: -0.012em; }
h2 { font-size: 15px; line-height: 20px; font-weight: 600; letter-spacing: -0.006em; }
code, .mono { font-family: var(--mono); font-size: 13px; letter-spacing: 0; }
a { color: var(--accent-ink); text-underline-offset: 4px; text-decoration-color: var(--line-2); }
:focus-visible { outline: 2px solid var(--accent-ink); outline-offset: 2px; }
[hidden] { display: none !important; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }

.top { display: flex; align-items: center; gap: 12px; padding-bottom: 24px; }
.top > div { flex: 1; min-width: 0; }
.top p { color: var(--ink-2); }
.mark { flex: none; width: 40px; height: 40px; color: var(--accent); }
.status { display: inline-flex; align-items: center; gap: 8px; }
.dot { flex: none; width: 8px; height: 8px; border-radius: 50%; background: var(--ink-3); }
.dot[data-up='true'] { background: var(--ok); }
.dot[data-up='false'] { background: var(--bad); }

.layout { display: grid; grid-template-columns: minmax(0, 1fr); gap: 32px; align-items: start; }
.layout > * { display: grid; gap: 32px; min-width: 0; }
@media (max-width: 959px) {
  .layout > main { display: contents; }
  .layout > aside { order: 1; }
  .layout > main > section:last-child { order: 2; }
}
@media (min-width: 960px) {
  .layout { grid-template-columns: minmax(0, 1fr) 320px; }
  .layout > aside { position: sticky; top: 24px; }
}
section { min-width: 0; }
.head {
  display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 8px 16px; min-height: 32px;
  margin-bottom: 8px;
}
.head p { color: var(--ink-3); font-size: 13px; line-height: 16px; }

.rows { list-style: none; padding: 0; border-top: 1px solid var(--line); }
.rows li {
  display: flex; align-items: center; gap: 12px; min-height: 48px; padding: 4px 0;
  border-bottom: 1px solid var(--line);
}
.rows .name { flex: 1 0 112px; font-weight: 500; }
.rows .name small { display: block; font-size: 12px; line-height: 16px; font-weight: 400; color: var(--ink-3); }
.rows .fact { color: var(--ink-2); white-space: nowrap; }
.rows .fact.height { min-width: 88px; padding-inline-end: 8px; text-align: end; }
.rows .where { min-width: 0; overflow-wrap: anywhere; color: var(--ink-2); }

.scroll { position: relative; overflow-x: auto; border-top: 1px solid var(--line); }
table { width: 100%; border-collapse: collapse; }
th {
  padding: 8px 0 8px 16px; font-size: 12px; line-height: 16px; font-weight: 400; color: var(--ink-3); text-align: end;
  border-bottom: 1px solid var(--line);
}
td { height: 48px; padding: 4px 0 4px 16px; text-align: end; border-bottom: 1px solid var(--line); white-space: nowrap; }
th:first-child, td:first-child { padding-inline-start: 0; text-align: start; }
.who { display: flex; align-items: center; gap: 12px; }
.who svg { flex: none; width: 32px; height: 32px; border-radius: 16px 16px 4px 4px; }
.who strong { display: block; font-weight: 500; }
.who .mono { color: var(--ink-2); }
.who span > .mono:only-child { color: var(--ink); }

button, select, input { font: inherit; color: inherit; letter-spacing: inherit; }
button { cursor: pointer; border: 0; background: none; }
.button {
  height: 40px; padding: 0 16px; border-radius: 12px; font-weight: 600; background: var(--well);
  transition: background-color 100ms;
}
.button:hover { background: var(--well-2); }
.button.primary { width: 100%; height: 48px; background: var(--accent); color: var(--on-accent); }
.button.primary:hover { background: var(--accent-hover); }
.button[aria-disabled='true'] { cursor: default; opacity: 0.6; }
.copy {
  flex: none; height: 32px; padding: 0 12px; border-radius: 8px; color: var(--accent-ink); font-size: 13px;
  font-weight: 500;
}
.copy:hover { background: var(--well); }
.tabs { display: inline-flex; min-width: 0; max-width: 100%; overflow-x: auto; padding: 4px; gap: 4px; border: 0; border-radius: 12px; background: var(--well); }
.tabs label {
  position: relative; padding: 4px 12px; border-radius: 8px; font-size: 13px; font-weight: 500; color: var(--ink-2);
  white-space: nowrap; cursor: pointer;
}
.tabs label:has(:checked) { background: var(--raised); color: var(--ink); box-shadow: var(--shadow); }
.tabs label:has(:focus-visible) { outline: 2px solid var(--accent-ink); outline-offset: 2px; }
.tabs input { position: absolute; inset: 0; opacity: 0; cursor: pointer; margin: 0; }

.card { padding: 16px; border-radius: 16px; background: var(--surface); box-shadow: var(--shadow); }
.card p { margin-top: 4px; color: var(--ink-2); }
form { display: grid; gap: 12px; margin-top: 16px; }
form .pair { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; }
form label { display: grid; gap: 4px; font-size: 13px; line-height: 16px; color: var(--ink-2); }
form input, form select {
  width: 100%; height: 40px; padding: 0 12px; border: 1px solid transparent; border-radius: 12px; background: var(--well);
  color: var(--ink); font-size: 14px; appearance: none;
}
form select {
  padding-inline-end: 32px; background-repeat: no-repeat; background-position: right 12px center;
  background-image: url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='12' height='8' fill='none' stroke='%23788484' stroke-width='1.5' stroke-linecap='round' stroke-linejoin='round'%3E%3Cpath d='m2 2 4 4 4-4'/%3E%3C/svg%3E");
}
form input:focus-visible, form select:focus-visible { outline-offset: 0; background-color: var(--surface); }
form input::placeholder { color: var(--ink-3); opacity: 1; }
.result { min-height: 20px; color: var(--ink-2); overflow-wrap: anywhere; }
.result[data-kind='ok'] { color: var(--ok); }
.result[data-kind='bad'] { color: var(--bad); }
.notice {
  display: flex; align-items: center; gap: 12px; margin-bottom: 24px; padding: 8px 8px 8px 16px; border-radius: 12px;
  background: var(--warn-soft); color: var(--warn);
}
.notice span { flex: 1; }
.notice .copy { color: var(--warn); }
@media (max-width: 640px) {
  body { padding: 16px 16px 40px; }
  .rows li { flex-wrap: wrap; gap: 4px 12px; padding: 8px 0; }
  .rows .where { order: 1; flex: 1 1 100%; }
  .rows.ports .where { flex: 1 1 auto; order: 0; }
  .top p { display: none; }
}
@media (prefers-reduced-motion: reduce) { * { transition: none !important; } }
`.trimStart()
