import type { ReactNode } from 'react'

// On a 20 x 20 grid, drawn with a 1.5 px stroke, round caps and joins.
const dot = (cx: number, cy: number, r = 1) => <circle cx={cx} cy={cy} r={r} fill="currentColor" stroke="none" />

export type Glyph = ReactNode

export const copy = (
  <>
    <rect x="7.25" y="7.25" width="9.25" height="9.25" rx="2.25" />
    <path d="M12.75 4.6v-.1c0-.69-.56-1.25-1.25-1.25H5.5A2.25 2.25 0 0 0 3.25 5.5v6c0 .69.56 1.25 1.25 1.25h.1" />
  </>
)
export const check = <path d="m4.5 10.6 3.6 3.6 7.4-8.1" />
export const close = <path d="m5.25 5.25 9.5 9.5m0-9.5-9.5 9.5" />
export const down = <path d="M5.75 8 10 12.25 14.25 8" />
export const refresh = <path d="M16.1 10.6a6.1 6.1 0 1 1-1.8-4.9l1.95 1.9M16.5 3.75v4h-4" />
export const power = <path d="M10 3v6.25M6.1 5.3a6.25 6.25 0 1 0 7.8 0" />
export const send = <path d="m5.75 14.25 8.5-8.5m-6.75 0h6.75v6.75" />
export const sign = (
  <path d="M3 15.75c2.2 0 3-8.5 5.25-8.5 1.9 0-.35 6.25 1.6 6.25 1.3 0 1.5-2.5 2.75-2.5 1 0 .75 2 1.75 2 .65 0 1-.75 2.65-.75" />
)
export const code = <path d="m6.75 5.75-4 4.25 4 4.25m6.5-8.5 4 4.25-4 4.25M11.25 4.5l-2.5 11" />
export const mint = <path d="m10 2.75 6.25 3.6v7.3L10 17.25l-6.25-3.6v-7.3ZM10 7v6m-3-3h6" />
export const layers = <path d="m10 3 7 3.75-7 3.75-7-3.75ZM3.5 10.5l6.5 3.5 6.5-3.5M3.5 13.75l6.5 3.5 6.5-3.5" />
export const gift = (
  <>
    <path d="M4.25 9.75v5.5a1.5 1.5 0 0 0 1.5 1.5h8.5a1.5 1.5 0 0 0 1.5-1.5v-5.5M3.25 6.5h13.5v3.25H3.25ZM10 6.5v10.25" />
    <path d="M10 6.5S9.4 3.25 7.4 3.25a1.6 1.6 0 0 0-1.65 1.6C5.75 6.1 7 6.5 10 6.5Zm0 0s.6-3.25 2.6-3.25a1.6 1.6 0 0 1 1.65 1.6c0 1.25-1.25 1.65-4.25 1.65Z" />
  </>
)
export const play = <path d="M6.5 4.25v11.5L15.75 10Z" />
export const nodes = (
  <>
    <circle cx="10" cy="4.75" r="2" />
    <circle cx="4.75" cy="14.5" r="2" />
    <circle cx="15.25" cy="14.5" r="2" />
    <path d="M9.05 6.55 5.7 12.7m5.25-6.15 3.35 6.15M6.75 14.5h6.5" />
  </>
)
export const wallet = (
  <>
    <path d="M14.25 6.75v-1a2 2 0 0 0-2-2H5.25a2 2 0 0 0-2 2v8.25a2.5 2.5 0 0 0 2.5 2.5h8.5a2.5 2.5 0 0 0 2.5-2.5V9.25a2.5 2.5 0 0 0-2.5-2.5H5.1a1.6 1.6 0 0 1-1.6-.9" />
    {dot(13.4, 11.65, 1.1)}
  </>
)
export const activity = <path d="M2.75 10h2.6l2.4-5.5 4.5 11 2.4-5.5h2.6" />
export const plus = <path d="M10 4.5v11M4.5 10h11" />
export const external = (
  <path d="M8.25 4.25H6A2.25 2.25 0 0 0 3.75 6.5V14A2.25 2.25 0 0 0 6 16.25h7.5A2.25 2.25 0 0 0 15.75 14v-2.25M11.75 3.75h4.5v4.5M16 4l-6 6" />
)
export const lock = (
  <>
    <rect x="4" y="8.5" width="12" height="8.25" rx="2.5" />
    <path d="M6.75 8.5V6.25a3.25 3.25 0 0 1 6.5 0V8.5" />
  </>
)
export const sun = (
  <>
    <circle cx="10" cy="10" r="3.25" />
    <path d="M10 2.75v1.5m0 11.5v1.5M2.75 10h1.5m11.5 0h1.5M4.9 4.9l1.05 1.05m8.1 8.1 1.05 1.05m0-10.2-1.05 1.05m-8.1 8.1L4.9 15.1" />
  </>
)
export const moon = <path d="M16.25 11.75A6.75 6.75 0 0 1 8.25 3.75a6.75 6.75 0 1 0 8 8Z" />
export const desktop = (
  <>
    <rect x="2.75" y="3.5" width="14.5" height="10" rx="2.5" />
    <path d="M10 13.5v3m-3 0h6" />
  </>
)
export const shield = <path d="M10 2.75 4.25 4.9v4.6c0 3.7 2.35 6.3 5.75 7.75 3.4-1.45 5.75-4.05 5.75-7.75V4.9ZM7.4 10l1.85 1.85 3.4-3.7" />
export const alert = (
  <>
    <circle cx="10" cy="10" r="7.25" />
    <path d="M10 6.5v4.25" />
    {dot(10, 13.4, 0.95)}
  </>
)
export const tick = (
  <>
    <circle cx="10" cy="10" r="7.25" />
    <path d="m6.9 10.2 2.2 2.2 4-4.5" />
  </>
)
export const mail = (
  <>
    <rect x="3" y="4.5" width="14" height="11" rx="2.5" />
    <path d="m3.75 6.5 5.1 4.1a1.85 1.85 0 0 0 2.3 0l5.1-4.1" />
  </>
)
export const swap = <path d="M4 7.25h11m-3-3 3 3-3 3M16 12.75H5m3-3-3 3 3 3" />
export const card = (
  <>
    <rect x="2.75" y="4.5" width="14.5" height="11" rx="2.5" />
    <path d="M2.75 8.25h14.5M6 12.25h2.5" />
  </>
)
export const at = (
  <>
    <circle cx="10" cy="10" r="2.9" />
    <path d="M12.9 7.1v3.6a2 2 0 0 0 4.1 0V10a7 7 0 1 0-2.75 5.55" />
  </>
)
export const receive = <path d="m14.25 5.75-8.5 8.5m6.75 0H5.75V7.5" />
export const phone = (
  <>
    <rect x="5.75" y="2.75" width="8.5" height="14.5" rx="2.5" />
    <path d="M9 14.5h2" />
  </>
)
export const scan = (
  <path d="M3.25 7V5.5a2.25 2.25 0 0 1 2.25-2.25H7m6 0h1.5a2.25 2.25 0 0 1 2.25 2.25V7m0 6v1.5a2.25 2.25 0 0 1-2.25 2.25H13m-6 0H5.5a2.25 2.25 0 0 1-2.25-2.25V13M3.25 10h13.5" />
)
export const search = (
  <>
    <circle cx="9" cy="9" r="5.5" />
    <path d="m13.1 13.1 3.65 3.65" />
  </>
)
