/** The page's one style sheet: the design's tokens and the few parts of it that this page has. Colours come from the theme. */
export const styles = `
.portico {
  --po-k-font: "Inter", ui-sans-serif, system-ui, sans-serif; --po-k-font-mono: ui-monospace, monospace; --po-k-font-size: 10px; --po-k-radius: 4px;
  --po-r-1: calc(var(--po-k-radius) * 1); --po-r-2: calc(var(--po-k-radius) * 2); --po-r-3: calc(var(--po-k-radius) * 3); --po-r-4: min(calc(var(--po-k-radius) * 4), 28px); --po-r-full: calc(var(--po-k-radius) * 250);
  --po-fs-caption: calc(var(--po-k-font-size) * 1.2); --po-fs-meta: calc(var(--po-k-font-size) * 1.3); --po-fs-body: calc(var(--po-k-font-size) * 1.4); --po-fs-label: calc(var(--po-k-font-size) * 1.5);
  --po-fs-title: calc(var(--po-k-font-size) * 1.8); --po-fs-figure: calc(var(--po-k-font-size) * 3.6);
  --po-lh-caption: calc(var(--po-k-font-size) * 1.6); --po-lh-meta: calc(var(--po-k-font-size) * 1.6); --po-lh-body: calc(var(--po-k-font-size) * 2); --po-lh-title: calc(var(--po-k-font-size) * 2.4); --po-lh-figure: calc(var(--po-k-font-size) * 4.4);
  --po-t-press: 100ms; --po-ease: cubic-bezier(0.2, 0, 0, 1); --po-gutter: 16px;
  --po-focus: var(--po-accent-ink); --po-line: color-mix(in srgb, var(--po-ink) 8.5%, transparent); --po-line-2: color-mix(in srgb, var(--po-ink) 17%, transparent);
  color-scheme: light;
  font-family: var(--po-k-font); font-size: var(--po-fs-body); line-height: var(--po-lh-body); color: var(--po-ink);
  -webkit-font-smoothing: antialiased; -moz-osx-font-smoothing: grayscale; text-rendering: optimizeLegibility; -webkit-text-size-adjust: 100%;
}
.portico[data-theme="dark"] { color-scheme: dark; }
html, body { margin: 0; block-size: 100%; }
.portico *, .portico *::before, .portico *::after { box-sizing: border-box; }
.portico :where(button, input) { font: inherit; color: inherit; letter-spacing: inherit; margin: 0; }
.portico :where(button) { appearance: none; background: none; border: 0; padding: 0; cursor: pointer; text-align: start; touch-action: manipulation; -webkit-tap-highlight-color: transparent; }
.portico :where(p, h1, h2, h3, dl, dd, ol, ul, pre) { margin: 0; padding: 0; font: inherit; }
.portico :where(ol, ul) { list-style: none; }
.portico :disabled, .portico [aria-disabled="true"] { cursor: not-allowed; }
.portico :focus { outline: none; }
.portico :focus-visible { outline: 2px solid var(--po-focus); outline-offset: 2px; }
.po-sr { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }

.po-page { position: fixed; inset: 0; display: flex; flex-direction: column; background: var(--po-surface); text-align: start; overflow: hidden; }
.po-page:focus-visible { outline: none; }
/* A window that was made wider keeps lines that can be read. */
@media (min-width: 561px) { .po-page { inset-inline: calc(50% - 240px); } .portico { position: fixed; inset: 0; background: var(--po-well); } }
.po-head { flex: none; display: grid; grid-template-columns: 40px minmax(0, 1fr) 40px; align-items: center; min-block-size: 56px; padding: 8px 10px; gap: 4px; }
.po-head.is-slim { min-block-size: 0; padding: 0 10px 8px; }
.po-head.is-slim:not(:has(.po-ib)) { grid-template-columns: minmax(0, 1fr); }
.po-head.is-slim:not(:has(.po-ib)) > span, .po-head.is-slim:not(:has(.po-ib, .po-head__sub)) { display: contents; }
.po-head__t { min-inline-size: 0; text-align: center; }
.po-head__t h1 { font-size: var(--po-fs-label); line-height: var(--po-lh-body); font-weight: 600; letter-spacing: -0.01em; }
.po-head__sub { display: flex; align-items: center; justify-content: center; gap: 4px; font-size: var(--po-fs-caption); line-height: var(--po-lh-caption); color: var(--po-ink-2); }
.po-head__sub .po-i { flex: none; }
.po-dom { font-feature-settings: "calt" 0, "cv05", "cv08"; font-variant-numeric: tabular-nums slashed-zero; overflow-wrap: anywhere; font-weight: 500; direction: ltr; unicode-bidi: isolate; }
.po-body { flex: 1 1 auto; min-block-size: 0; overflow: hidden auto; overscroll-behavior: contain; scroll-padding-block: 8px; padding: 0 var(--po-gutter) var(--po-gutter); display: flex; flex-direction: column; gap: 12px; }
.po-body > * { flex: none; }
.po-body.is-middle { justify-content: center; text-align: center; align-items: center; }
.po-foot { flex: none; padding: 12px var(--po-gutter) var(--po-gutter); box-shadow: 0 -1px 0 var(--po-line); display: flex; flex-direction: column; gap: 8px; padding-block-end: max(16px, env(safe-area-inset-bottom, 0)); }
.po-actions { display: flex; flex-wrap: wrap-reverse; gap: 8px; }
.po-actions > .po-btn { flex: 1 1 0; min-inline-size: max-content; max-inline-size: 100%; }

.po-i { display: block; flex: none; fill: none; stroke: currentColor; stroke-width: 1.5; stroke-linecap: round; stroke-linejoin: round; }
.po-i.is-solid { fill: currentColor; stroke: none; }
[dir="rtl"] .po-i.is-dir { transform: scaleX(-1); }
.po-ib { position: relative; display: grid; place-items: center; inline-size: 32px; block-size: 32px; border-radius: var(--po-r-full); color: var(--po-ink-2); transition: background-color var(--po-t-press); }
.po-ib::after { content: ""; position: absolute; inset: -6px; }
.po-ib:hover { background: var(--po-well); color: var(--po-ink); }

.po-btn { --bg: var(--po-well); --bg-h: var(--po-well-2); --fg: var(--po-ink); position: relative; display: inline-flex; align-items: center; justify-content: center; gap: 8px; min-block-size: 48px; padding: 4px 16px;
  border-radius: var(--po-r-3); text-decoration: none; background: var(--bg); color: var(--fg); text-align: center; font-size: var(--po-fs-label); line-height: var(--po-lh-body); font-weight: 600; letter-spacing: -0.01em; transition: background-color var(--po-t-press); }
.portico button.po-btn { text-align: center; }
.po-btn:hover { background: var(--bg-h); }
.po-btn.is-primary { --bg: var(--po-accent); --bg-h: var(--po-accent-hover); --fg: var(--po-on-accent); }
.po-btn.is-ghost { --bg: transparent; --bg-h: var(--po-well); }
.po-btn.is-soft { --bg: var(--po-raised); --bg-h: var(--po-surface); --fg: var(--po-accent-ink); box-shadow: inset 0 0 0 1px var(--po-line); }
.po-btn.is-sm { min-block-size: 36px; padding: 2px 12px; font-size: var(--po-fs-meta); border-radius: var(--po-r-2); align-self: flex-start; }
.po-btn:disabled, .po-btn[aria-disabled="true"] { --bg: var(--po-well); --bg-h: var(--po-well); --fg: var(--po-ink-2); }
.po-btn.is-busy { cursor: progress; }
.po-cols { display: inline-grid; grid-template-columns: repeat(3, 4px); gap: 2px; align-items: end; block-size: 16px; }
.po-cols i { display: block; block-size: 100%; background: currentColor; border-radius: 1px; animation: po-cols 1.05s var(--po-ease) infinite; }
.po-cols i:nth-child(1) { border-start-start-radius: 4px; block-size: 12px; } .po-cols i:nth-child(3) { border-start-end-radius: 4px; block-size: 12px; animation-delay: 0.24s; } .po-cols i:nth-child(2) { animation-delay: 0.12s; }
@keyframes po-cols { 0%, 60%, 100% { opacity: 0.35; } 25% { opacity: 1; } }

.po-h { min-block-size: 24px; font-size: var(--po-fs-meta); line-height: 24px; font-weight: 500; color: var(--po-ink-2); }
.po-title { font-size: var(--po-fs-title); line-height: var(--po-lh-title); font-weight: 600; letter-spacing: -0.014em; text-wrap: balance; overflow-wrap: anywhere; }
.po-text { color: var(--po-ink-2); letter-spacing: -0.006em; text-wrap: pretty; overflow-wrap: anywhere; }
.po-meta { font-size: var(--po-fs-meta); line-height: var(--po-lh-body); color: var(--po-ink-2); }
.po-ok, .po-meta.po-ok { color: var(--po-ok); } .po-meta.po-warn { color: var(--po-warn); }
.po-caption { font-size: var(--po-fs-caption); line-height: var(--po-lh-caption); color: var(--po-ink-2); }
.po-ok { color: var(--po-ok); } .po-warn { color: var(--po-warn); } .po-bad { color: var(--po-bad); }
.po-num { font-variant-numeric: tabular-nums lining-nums; }
.po-mono { font-family: var(--po-k-font-mono); font-size: var(--po-fs-meta); line-height: var(--po-lh-body); overflow-wrap: anywhere; direction: ltr; unicode-bidi: isolate; }
.po-figure { font-size: var(--po-fs-figure); line-height: var(--po-lh-figure); font-weight: 600; font-variant-numeric: tabular-nums; letter-spacing: 0.04em; }

.po-card { border-radius: var(--po-r-4); background: var(--po-well); padding: 12px 16px; display: flex; flex-direction: column; gap: 8px; }
.po-effect { font-size: var(--po-fs-label); line-height: calc(var(--po-k-font-size) * 2.2); font-weight: 500; letter-spacing: -0.009em; overflow-wrap: anywhere; }
.po-effect b { font-weight: 600; }
.po-effects .po-kv { margin-block-start: 4px; }
.po-limit { margin-block-start: 8px; }
.po-effects > li + li { margin-block-start: 12px; padding-block-start: 12px; box-shadow: 0 -1px 0 var(--po-line); }
.po-whole { font-family: var(--po-k-font-mono); font-size: var(--po-fs-meta); line-height: var(--po-lh-body); font-weight: 500; direction: ltr; unicode-bidi: isolate; user-select: all; font-feature-settings: "calt" 0; }
.po-whole span { display: inline-block; margin-inline-end: 0.75ch; }
.po-kv { display: flex; flex-direction: column; }
.po-kv > div { display: flex; align-items: baseline; justify-content: space-between; gap: 16px; padding-block: 6px; }
.po-kv.is-lined > div + div { box-shadow: 0 -1px 0 var(--po-line); }
.po-kv dt { flex: none; max-inline-size: 45%; color: var(--po-ink-2); }
.po-kv dd { min-inline-size: 0; font-weight: 500; text-align: end; overflow-wrap: anywhere; font-variant-numeric: tabular-nums lining-nums; }
.po-kv > div.is-tall { flex-direction: column; align-items: stretch; gap: 2px; }
.po-kv > div.is-tall dt { max-inline-size: none; }
.po-kv > div.is-tall dd { text-align: start; }
.po-note { display: flex; gap: 12px; padding: 12px; border-radius: var(--po-r-3); background: var(--po-well); font-size: var(--po-fs-meta); line-height: var(--po-lh-body); text-wrap: pretty; text-align: start; overflow-wrap: anywhere; }
.po-note > div { min-inline-size: 0; }
.po-note > .po-i { color: var(--po-ink-2); }
.po-note b { display: block; font-weight: 600; font-size: var(--po-fs-body); letter-spacing: -0.006em; }
.po-note.is-warn { background: var(--po-warn-soft); } .po-note.is-warn > .po-i { color: var(--po-warn); }
.po-note.is-bad { background: var(--po-bad-soft); } .po-note.is-bad :is(.po-i, b) { color: var(--po-bad); }
.po-note.is-ok { background: var(--po-ok-soft); } .po-note.is-ok > .po-i { color: var(--po-ok); }
.po-pill { display: inline-block; border-radius: calc(var(--po-k-radius) * 1.5); background: var(--po-warn-soft); color: var(--po-warn); font-size: var(--po-fs-caption); line-height: var(--po-lh-caption); font-weight: 500; padding: 2px 6px; margin-inline-end: 6px; }
.po-message { margin-block-start: 8px; white-space: pre-wrap; overflow-wrap: anywhere; max-block-size: 240px; overflow-y: auto; }
.po-hidden { background: var(--po-warn-soft); color: var(--po-warn); border-radius: 3px; padding: 0 3px; font-family: var(--po-k-font-mono); font-size: var(--po-fs-caption); }
.po-link { color: var(--po-accent-ink); font-weight: 500; cursor: pointer; align-self: flex-start; padding-block: 4px; }
.po-link:hover { text-decoration: underline; text-underline-offset: 3px; }
summary.po-link { list-style: none; display: inline-block; } summary.po-link::-webkit-details-marker { display: none; }
.po-raw { display: flex; flex-direction: column; gap: 8px; margin-block-start: 8px; }
.po-raw dt { font-size: var(--po-fs-caption); line-height: var(--po-lh-caption); color: var(--po-ink-2); overflow-wrap: anywhere; }
.po-check { display: flex; align-items: center; gap: 12px; min-block-size: 44px; font-size: var(--po-fs-meta); cursor: pointer; }
.po-check input { inline-size: 20px; block-size: 20px; accent-color: var(--po-accent); flex: none; }
.po-field { display: flex; align-items: center; border-radius: var(--po-r-3); background: var(--po-well); padding-inline: 16px; box-shadow: inset 0 0 0 1px var(--po-line-2); }
.po-field:focus-within { box-shadow: inset 0 0 0 2px var(--po-focus); background: var(--po-surface); }
.po-field.is-bad { box-shadow: inset 0 0 0 1.5px var(--po-bad); }
.po-field input { flex: 1; min-inline-size: 0; block-size: 48px; background: none; border: 0; padding: 0; outline: none; font-size: max(var(--po-fs-label), 16px); }
.po-lab { font-size: var(--po-fs-meta); line-height: var(--po-lh-meta); font-weight: 500; color: var(--po-ink-2); }
.po-form { display: flex; flex-direction: column; gap: 8px; }
.po-row { display: flex; align-items: center; gap: 12px; inline-size: 100%; min-block-size: 52px; padding: 8px; margin-inline: -8px; inline-size: calc(100% + 16px); border-radius: var(--po-r-3); }
.po-row:hover { background: var(--po-well); }
.po-row > .po-i:first-child { color: var(--po-accent-ink); }
.po-row > span { flex: 1; font-weight: 500; }
.po-row > .po-i:last-child { color: var(--po-ink-3); }
.po-medal { inline-size: 56px; block-size: 64px; border-radius: var(--po-r-full) var(--po-r-full) var(--po-r-2) var(--po-r-2); display: grid; place-items: center; padding-block-start: 6px; background: var(--po-accent-soft); color: var(--po-accent-ink); margin-block-end: 8px; }
.po-medal.is-bad { background: var(--po-bad-soft); color: var(--po-bad); } .po-medal.is-ok { background: var(--po-ok-soft); color: var(--po-ok); }
.po-words { display: grid; grid-template-columns: repeat(auto-fill, minmax(116px, 1fr)); gap: 8px; counter-reset: word; }
.po-words li { counter-increment: word; display: flex; gap: 8px; padding: 8px 12px; border-radius: var(--po-r-2); background: var(--po-well); font-family: var(--po-k-font-mono); font-size: var(--po-fs-body); }
.po-words li::before { content: counter(word); color: var(--po-ink-2); min-inline-size: 2ch; text-align: end; font-variant-numeric: tabular-nums; }
.po-code { font-family: var(--po-k-font-mono); font-size: var(--po-fs-label); line-height: var(--po-lh-title); font-weight: 600; letter-spacing: 0.06em; overflow-wrap: anywhere; user-select: all; direction: ltr; text-align: center; }
/* What the visitor waits for is said before, and hidden once it is there: by the style alone, for a change of the content would begin the wait anew. */
.po-sight { min-block-size: var(--po-lh-caption); }
.po-foot:has([data-arming="armed"]) .po-sight { visibility: hidden; }

.portico:is([dir="rtl"], :lang(ar), :lang(fa), :lang(he)) * { letter-spacing: 0 !important; }
@media (prefers-contrast: more) { .portico { --po-line: var(--po-ink-2); --po-line-2: var(--po-ink-2); } .portico :is(.po-card, .po-btn:not(.is-primary)) { box-shadow: inset 0 0 0 1px var(--po-ink-2); } }
@media (prefers-reduced-motion: reduce) { .portico * { transition: none !important; animation-duration: 2.4s !important; } }
@media (forced-colors: active) { .po-card, .po-btn, .po-note, .po-field { border: 1px solid; } }
`
