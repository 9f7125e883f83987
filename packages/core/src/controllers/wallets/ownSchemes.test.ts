import { expect, test } from 'vitest'
import { isOwnLink, isWalletsLink } from './ownSchemes.js'

test('S19: a link is of the wallet that has its scheme, in any case, and of no other', () => {
  expect(isOwnLink('io.metamask', 'metamask://wc')).toBe(true)
  expect(isOwnLink('io.metamask', 'MetaMask://')).toBe(true)
  for (const link of ['trust://', 'metamaskk://', 'metamas://', '://', '', 'metamask'])
    expect([link, isOwnLink('io.metamask', link)]).toEqual([link, false])
  for (const id of ['', 'metamask', 'io.metamask ', '__proto__']) expect([id, isOwnLink(id, 'metamask://')]).toEqual([id, false])
  expect(['trust://', 'firefox://', 'lumen://', '', 'metamaskx://'].map(isWalletsLink)).toEqual([true, false, false, false, false])
})
