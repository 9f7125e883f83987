import { expect, test } from 'vitest'
import { safeIcon } from './safeIcon.js'

const script = ['java', 'script:'].join('')

const payloads = [
  'alert(1)',
  '<script>alert(1)</script>',
  '//evil.example/x',
  'text/html,<svg onload=alert(1)>',
  '%6aavascript:alert(1)',
  '',
]
const schemes = [
  script,
  script.toUpperCase(),
  ` ${script}`,
  `\t${script}`,
  'java\nscript:',
  'java\tscript:',
  `\u0000${script}`,
  'vbscript:',
  'http:',
  'http://',
  'ftp://',
  'file:///',
  'blob:',
  'filesystem:',
  'about:',
  'chrome://',
  'chrome-extension://',
  'ws://',
  'wss://',
  'mailto:',
  'tel:',
  'view-source:',
  'intent:',
  'data:',
  'data:,',
  'data:text/html,',
  'data:text/html;base64,',
  'data:image/svg,',
  'data:image/svg+xml',
  'data:image/svg+xml;',
  'data:image/svg+xml-evil,',
  'data:image/bmp,',
  'data:image/x-icon,',
  'data:image/avif,',
  'data:application/xml,',
  'data:image/png;charset="a,b",',
  'data:text/html;image/png,',
  'data: image/png,',
  'data:image/ png,',
  'data:image/png\u0000,',
  'data:image/png\n,',
  '//',
  '/',
  './',
  '?',
  '#',
  '\\\\',
  'https:/\u0000/',
  'https://user:secret@',
  'https://user@',
  'https://:secret@',
  'https://',
  'https:',
  'https',
  '://',
  'xhttps://',
]
const wraps = [(text: string) => text, (text: string) => ` ${text}`, (text: string) => `"${text}`, (text: string) => `url(${text})`]
const hostile = schemes.flatMap((scheme) => payloads.flatMap((payload) => wraps.map((wrap) => wrap(scheme + payload)))).slice(0, 1400)
const allowed = /^(?:https:\/\/[^/@\s]+\/\S*|data:image\/(?:png|jpeg|webp|gif|svg\+xml)(?:;[a-z0-9=_-]+)*,[\s\S]*)$/i

test('S35: of more than 500 hostile sources, nothing but https and small data images gets through', () => {
  expect(hostile.length).toBeGreaterThan(500)
  const through = hostile.flatMap((source) => safeIcon(source) ?? [])
  expect(through.filter((source) => !allowed.test(source))).toEqual([])
})

test('S35: no scheme that runs, opens or reads anything gets through', () => {
  const dangerous = hostile.filter((source) =>
    /^\W*(?:j|vb|http:|ftp|file|blob|filesystem|about|chrome|ws|mailto|tel|view|intent|data:(?!image\/))/i.test(source),
  )
  expect(dangerous.length).toBeGreaterThan(300)
  expect(dangerous.filter((source) => safeIcon(source) !== undefined)).toEqual([])
})

test('S35: pictures that wallets and lists send are shown', () => {
  expect(safeIcon('https://icons.example/a.png')).toBe('https://icons.example/a.png')
  expect(safeIcon('\n  data:image/svg+xml,%3Csvg%3E')).toBe('data:image/svg+xml,%3Csvg%3E')
  for (const type of ['png', 'jpeg', 'webp', 'gif', 'svg+xml;charset=utf-8'])
    expect(safeIcon(`data:image/${type};base64,AAAA`)).toBe(`data:image/${type};base64,AAAA`)
})

test('S35: a data image of more than 64 KiB, and what is no text, is not shown', () => {
  const head = 'data:image/png;base64,'
  expect(safeIcon(head + 'A'.repeat(64 * 1024 - head.length))).toBeDefined()
  expect(safeIcon(head + 'A'.repeat(64 * 1024 - head.length + 1))).toBeUndefined()
  for (const source of [undefined, null, 1, {}, [], { toString: () => 'https://evil.example' }]) expect(safeIcon(source)).toBeUndefined()
})
