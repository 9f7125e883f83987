import fc from 'fast-check'
import { expect, test } from 'vitest'
import { InvalidQueryError } from '../errors.js'
import { readWalletsQuery } from './query.js'

test('has a first page of forty without being asked', () => {
  expect(readWalletsQuery('')).toEqual({ page: 1, entries: 40 })
  expect(readWalletsQuery('search=&chains=&page=')).toEqual({ page: 1, entries: 40 })
})

test('reads lists with spaces and repetitions', () => {
  expect(readWalletsQuery('chains=eip155:1,%20solana,eip155:1,&include=io.metamask')).toMatchObject({
    chains: ['eip155:1', 'solana'],
    include: ['io.metamask'],
  })
})

test('reads names of wallets as they are compared', () => {
  expect(readWalletsQuery('include=My%20P%C3%B3rtico&exclude=IO.Alpha&first=beta,%20Alpha')).toMatchObject({
    include: ['my portico'],
    exclude: ['io.alpha'],
    first: ['beta', 'alpha'],
  })
})

test('takes the common fields and does not look at those it does not know', () => {
  expect(readWalletsQuery('projectId=site&st=portico&sv=html-core-1.0.0&sort=wcpay&__proto__=1')).toEqual({
    page: 1,
    entries: 40,
    projectId: 'site',
    st: 'portico',
    sv: 'html-core-1.0.0',
  })
})

test.each([
  ['page=0', 'page must be a whole number from 1 to 1000'],
  ['page=1.5', 'page must be a whole number from 1 to 1000'],
  ['page=1001', 'page must be a whole number from 1 to 1000'],
  ['entries=101', 'entries must be a whole number from 1 to 100'],
  ['entries=-1', 'entries must be a whole number from 1 to 100'],
  ['search=a', 'search must have at least 2 characters'],
  ['search=%20a%20', 'search must have at least 2 characters'],
  [`search=${'a'.repeat(65)}`, 'search must have at most 64 characters'],
  ['chains=,', 'chains must name 1 to 200 CAIP-2 ids or namespaces'],
  ['chains=EIP155', 'chains must be CAIP-2 ids or namespaces, with commas between them'],
  [`include=${'a'.repeat(129)}`, 'include must be ids, reverse domain names or names of wallets, with commas between them'],
  ['exclude=%00', 'exclude must be ids, reverse domain names or names of wallets, with commas between them'],
  ['first=,', 'first must name 1 to 200 ids, reverse domain names or names of wallets'],
  ['rdns=metamask', 'rdns must be reverse domain names, with commas between them'],
  ['platform=windows', 'platform must be one of ios, android, browser, desktop, web'],
  ['badge=none', "badge must be 'certified'"],
  ['page=1&page=2', 'page is given more than once'],
])('%s: %s', (search, message) => {
  expect(() => readWalletsQuery(search)).toThrow(InvalidQueryError)
  expect(() => readWalletsQuery(search)).toThrow(message)
})

test('says everything that is wrong at once', () => {
  expect(() => readWalletsQuery('page=x&badge=gold')).toThrow(/^page must .*; badge must .*\.$/)
})

test('whatever it is given, it answers a query within the limits or says what is wrong with it', () => {
  const field = fc.constantFrom(
    'page',
    'entries',
    'search',
    'chains',
    'include',
    'first',
    'rdns',
    'platform',
    'badge',
    'projectId',
    '__proto__',
  )
  const value = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 80 }),
    fc.integer().map(String),
    fc.constantFrom('eip155:1', 'ios', '1e3', '%ff'),
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(field, value), { maxLength: 6 }), fc.boolean(), (pairs, encoded) => {
      const search = pairs.map(([name, text]) => `${name}=${encoded ? encodeURIComponent(text) : text}`).join('&')
      try {
        const query = readWalletsQuery(search)
        expect(query.page).toSatisfy((page: number) => Number.isInteger(page) && page >= 1 && page <= 1000)
        expect(query.entries).toSatisfy((entries: number) => Number.isInteger(entries) && entries >= 1 && entries <= 100)
      } catch (error) {
        if (!(error instanceof InvalidQueryError)) throw error
        expect(error.problems.length).toBeGreaterThan(0)
      }
    }),
    { numRuns: 2000 },
  )
})
