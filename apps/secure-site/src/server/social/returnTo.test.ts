import { ApiError } from '@portico/service/http'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { recordPromise } from '../../../../../scripts/lib/promises.mjs'
import { checkReturnTo, withResult } from './returnTo.js'

const origin = 'https://shop.example'

test('keeps pages of the site as they are', () => {
  for (const url of [`${origin}/`, `${origin}/cart?a=1&b=%20#top`, `${origin}/a/../b`]) {
    expect(checkReturnTo(url, origin)).toBe(new URL(url).href)
  }
  expect(checkReturnTo(origin, origin)).toBe(`${origin}/`)
  expect(checkReturnTo('http://localhost:5173/x', 'http://localhost:5173')).toBe('http://localhost:5173/x')
})

const hostile = [
  'https://evil.example',
  'https://shop.example.evil.example/',
  'https://shop.example@evil.example/',
  'https://evil.example#https://shop.example/',
  'https://evil.example?https://shop.example/',
  'https://evil.example\\@shop.example/',
  '//shop.example/',
  '//evil.example/',
  '/cart',
  'cart',
  '',
  'http://shop.example/',
  'https://shop.example:8443/',
  'https://shop.example\\.evil.example/',
  'https:/\\evil.example/',
  'https:evil.example',
  ' https://shop.example/',
  'https://shop.example/\n',
  'https://user@shop.example/',
  'https://user:pass@shop.example/',
  'https://SHOP.example.evil/',
  'javascript:alert(1)//https://shop.example/',
  'data:text/html,https://shop.example/',
  'blob:https://shop.example/1',
  'filesystem:https://shop.example/',
  'https://shop.example%2eevil.example/',
  'https://shop。example.evil/',
  'https://xn--shop.example/',
  'ftp://shop.example/',
  'https://[::1]/',
  'https://shop.example./',
]

test('S31: of 10,000 places elsewhere none is returned to', () => {
  const pieces = fc.constantFrom(
    'https:',
    'http:',
    '/',
    '//',
    '\\',
    '@',
    ':',
    '#',
    '?',
    '.',
    'shop.example',
    'evil.example',
    '%2f',
    '%00',
    '\t',
    '\n',
    ' ',
    '‮',
    '。',
    '443',
    'javascript:',
    'data:',
    'user',
  )
  const texts = fc.oneof(
    { weight: 1, arbitrary: fc.constantFrom(...hostile) },
    { weight: 4, arbitrary: fc.array(pieces, { minLength: 1, maxLength: 9 }).map((parts) => parts.join('')) },
    { weight: 4, arbitrary: fc.array(pieces, { maxLength: 6 }).map((parts) => `https://shop.example${parts.join('')}`) },
    { weight: 1, arbitrary: fc.webUrl() },
  )
  let [accepted, crashes] = [0, 0]
  const runs = 10_000
  fc.assert(
    fc.property(texts, (text) => {
      try {
        // What is let through leads to the very origin, also for a reader that is not ours.
        const url = withResult(checkReturnTo(text, origin), 'https://secure.example/social/result?flow=x')
        if (new URL(url).origin !== origin || !url.startsWith(`${origin}/`) || /[\s\\]/.test(url)) accepted += 1
      } catch (error) {
        if (!(error instanceof ApiError)) crashes += 1
      }
      return accepted + crashes === 0
    }),
    { numRuns: runs },
  )
  for (const text of hostile) expect(() => checkReturnTo(text, origin), text).toThrow(ApiError)
  recordPromise({
    id: 'S31',
    name: 'open redirects',
    runs: runs + hostile.length,
    accepted,
    crashes,
  })
})

test('puts the result into the fragment, behind what is there', () => {
  const result = 'https://secure.example/social/result?flow=a&result=b'
  expect(withResult(`${origin}/cart?x=1`, result)).toBe(`${origin}/cart?x=1#portico_social=${encodeURIComponent(result)}`)
  expect(withResult(`${origin}/#/route`, result)).toBe(`${origin}/#/route&portico_social=${encodeURIComponent(result)}`)
})
