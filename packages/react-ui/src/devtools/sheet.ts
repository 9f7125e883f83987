/** Of the panel alone, in its own shadow root. */
export const panelCss = `
:host { all: initial; }
* { box-sizing: border-box; }
.panel, .open { position: fixed; inset-block-end: 16px; inset-inline-end: 16px; z-index: 2147483000; color-scheme: light dark;
  --ink: light-dark(#101919, #eef4f4); --quiet: light-dark(#4c5656, #a9b5b5); --face: light-dark(#fff, #151c1c);
  --well: light-dark(#f1f4f4, #202929); --line: light-dark(#d5dddd, #344040); --mark: light-dark(#006a6c, #5fc4c6);
  font: 13px/20px ui-sans-serif, system-ui, sans-serif; color: var(--ink); background: var(--face); border: 1px solid var(--line);
  box-shadow: 0 8px 32px #0003; }
.open { display: flex; gap: 8px; align-items: center; padding: 8px 12px; border-radius: 999px; font-weight: 600; cursor: pointer; }
.count { min-inline-size: 20px; padding-inline: 6px; border-radius: 999px; background: #b3261e; color: #fff; text-align: center; }
.panel { display: flex; flex-direction: column; inline-size: min(420px, calc(100vw - 32px)); block-size: min(480px, calc(100vh - 32px));
  border-radius: 12px; overflow: hidden; }
header { display: flex; gap: 8px; align-items: center; padding: 8px 8px 8px 16px; }
.id { flex: 1; color: var(--quiet); overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
button { font: inherit; color: inherit; border: 0; background: none; padding: 4px 8px; border-radius: 6px; cursor: pointer; }
button:hover { background: var(--well); }
:focus-visible { outline: 2px solid var(--mark); outline-offset: -2px; }
.note { margin: 0; padding: 8px 16px; background: light-dark(#fff4d6, #3a2f10); }
.note button { text-decoration: underline; padding: 0; }
nav { display: flex; padding-inline: 8px; border-block-end: 1px solid var(--line); overflow-x: auto; }
nav button { border-radius: 0; padding: 8px; color: var(--quiet); border-block-end: 2px solid transparent; }
nav button[aria-selected='true'] { color: var(--ink); font-weight: 600; border-color: var(--mark); }
.body { flex: 1; overflow: auto; padding: 8px 16px; }
.none { color: var(--quiet); }
details { border-block-end: 1px solid var(--line); }
summary { padding-block: 6px; cursor: pointer; overflow-wrap: anywhere; }
pre { margin: 0 0 8px; padding: 8px; border-radius: 6px; background: var(--well); font: 12px/18px ui-monospace, monospace; white-space: pre-wrap;
  overflow-wrap: anywhere; }
ol { margin: 0; padding: 0; list-style: none; }
li { padding-block: 4px; overflow-wrap: anywhere; border-block-end: 1px solid var(--line); }
li > button { inline-size: 100%; text-align: start; }
li[aria-current] { background: var(--well); font-weight: 600; }
time { color: var(--quiet); font-variant-numeric: tabular-nums; margin-inline-end: 4px; }
label { display: block; padding-block: 4px; }
input { display: block; inline-size: 100%; accent-color: var(--mark); }
@media (prefers-reduced-motion: no-preference) { button { transition: background-color 0.1s; } }
`
