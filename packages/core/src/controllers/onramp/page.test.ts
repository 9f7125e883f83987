import { testPortico } from '@portico/testing'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { UnsafePageError } from './errors.js'
import { knownHosts, safePage } from './page.js'

const site = (hosts: readonly string[] = []) => testPortico({ onramp: { hosts } })
const open = (portico: ReturnType<typeof site>, url: unknown) => {
  try {
    return safePage(portico, url)
  } catch (error) {
    if (error instanceof UnsafePageError) return undefined
    throw error
  }
}

test('S19: pages of the known hosts are opened, and of those that the site names, their port among it', () => {
  const portico = site(['pay.example:8443'])
  for (const host of [...knownHosts, 'pay.example:8443']) {
    const url = `https://${host}/buy?sessionToken=a%20b`
    expect(open(portico, url)).toBe(url)
  }
  for (const url of [
    'https://pay.example/',
    'https://pay.coinbase.com:444/',
    'https://evil.pay.coinbase.com/',
    'https://pay.coinbase.com.evil.example/',
  ])
    expect(open(portico, url)).toBeUndefined()
})

test('S19: http is opened on this very device alone, where the site names it and stands there itself', () => {
  const url = 'http://localhost:8793/pay'
  expect(open(site(['localhost:8793']), url)).toBeUndefined()
  vi.stubGlobal('location', { hostname: 'localhost' })
  expect(open(site(['localhost:8793']), url)).toBe(url)
  expect(open(site(), url)).toBeUndefined()
  expect(open(site(['pay.example']), 'http://pay.example/')).toBeUndefined()
  vi.unstubAllGlobals()
})

test('S19: of 10,000 URLs none leads elsewhere', () => {
  const portico = site(['pay.example:8443'])
  const allowed = new Set([...knownHosts, 'pay.example:8443'])
  const noise = fc.constantFrom(
    ...Array.from({ length: 40 }, () => ''),
    '\t',
    '\n',
    ' ',
    '\\',
    '@',
    '%2f',
    '\u200b',
    '.',
    '#',
    '?',
    ':443',
    ':8443',
  )
  const scheme = fc.constantFrom(
    'https',
    'https',
    'https',
    'https',
    'https',
    'HTTPS',
    'http',
    'javascript',
    'data',
    'blob',
    'file',
    'ftp',
    'java\nscript',
    'view-source',
    'wss',
    'intent',
    '',
  )
  const host = fc.oneof(
    fc.constantFrom(...allowed, 'evil.example', 'localhost', 'PAY.COINBASE.COM', 'pay.coinbase.com.', ''),
    fc.domain(),
    fc.ipV4(),
  )
  const url = fc
    .tuple(
      scheme,
      fc.constantFrom('://', '://', '://', ':', '://user:secret@', ':\\\\', '://evil.example@', ':///'),
      noise,
      host,
      noise,
      fc.webPath(),
      noise,
    )
    .map(([first, ...rest]) => first + rest.join(''))
  let opened = 0
  let leaks = 0
  fc.assert(
    fc.property(fc.oneof({ weight: 9, arbitrary: url }, { weight: 1, arbitrary: fc.string() }), (text) => {
      const safe = open(portico, text)
      if (safe === undefined) return
      opened += 1
      const read = new URL(safe)
      if (read.protocol !== 'https:' || !allowed.has(read.host) || read.username !== '' || read.password !== '') leaks += 1
    }),
    { numRuns: 10_000 },
  )
  expect(leaks).toBe(0)
  expect(opened).toBeGreaterThan(100) // not all of it was hopeless
})

test('S19: what is no text is no page', () => {
  for (const value of [undefined, null, 7, {}, [], new URL('https://pay.coinbase.com/')]) expect(open(site(), value)).toBeUndefined()
})
