import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cookieStorage, savedStateFromCookie } from './cookie.js'

/** The browser's cookie jar, as far as names and values go. */
function stubJar() {
  const jar = new Map<string, string>()
  const written: string[] = []
  vi.stubGlobal('location', { protocol: 'https:' })
  vi.stubGlobal('document', {
    get cookie() {
      return [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    },
    set cookie(text: string) {
      written.push(text)
      const [, name = '', value = '', rest = ''] = /^([^=]*)=([^;]*)(.*)$/.exec(text) ?? []
      if (rest.includes('max-age=0')) jar.delete(name)
      else jar.set(name, value)
    },
  })
  return { jar, written }
}

beforeEach(() => void stubJar())
afterEach(() => void vi.unstubAllGlobals())

const text = JSON.stringify({ version: 1, connections: {}, networks: { eip155: 'eip155:10' } })

test('what the page writes is what it reads, and what a server reads from the header', () => {
  const storage = cookieStorage()
  storage.setItem('@portico/portico/state', text)
  expect(storage.getItem('@portico/portico/state')).toBe(text)
  expect(savedStateFromCookie(document.cookie)).toEqual(JSON.parse(text))
  expect(savedStateFromCookie(`theme=dark; ${document.cookie}; x=y`)).toEqual(JSON.parse(text))
  expect(savedStateFromCookie(document.cookie, 'second')).toBeUndefined()
  storage.removeItem('@portico/portico/state')
  expect(storage.getItem('@portico/portico/state')).toBeNull()
})

test('the cookie is first-party, lasts a year and never travels in the clear', () => {
  const { written } = stubJar()
  cookieStorage().setItem('k', 'a;b=c "d"')
  expect(written).toEqual(['k=a%3Bb%3Dc%20%22d%22; path=/; max-age=31536000; samesite=lax; secure'])
  vi.stubGlobal('location', { protocol: 'http:' })
  cookieStorage().setItem('k', 'v')
  expect(written[1]).not.toContain('secure')
})

test.each([null, undefined, '', 'a=b', '=', ';;;', '%40portico%2Fportico%2Fstate'])('the header %j says nothing', (header) => {
  expect(savedStateFromCookie(header)).toBeUndefined()
})

test.each([
  ['header', new Headers({ cookie: 'a=b' }), undefined],
  ['header', { get: () => 'a=b' }, undefined],
  ['header', Promise.resolve('a=b'), undefined],
  ['header', ['a=b'], undefined],
  ['id', 'a=b', { id: 'portico' }],
])('in development an error says that the %s is no text: %o', (option, header, id) => {
  expect(() => savedStateFromCookie(header as never, id as never)).toThrow(expect.objectContaining({ name: 'InvalidOptionError', option }))
})

test('a cookie that was tampered with says nothing', () => {
  expect(savedStateFromCookie('%40portico%2Fportico%2Fstate=%E0%A4%A')).toBeUndefined()
  expect(savedStateFromCookie('%40portico%2Fportico%2Fstate=junk')).toEqual({ version: 1, connections: {}, networks: {} })
})

test('on a server there is nothing to read', () => {
  vi.stubGlobal('document', undefined)
  expect(cookieStorage().getItem('k')).toBeNull()
})
