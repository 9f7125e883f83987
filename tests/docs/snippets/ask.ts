import type { Portico } from '@portico/core'
import { grantPermissions } from '@portico/core/permissions'

const game = '0x1111111111111111111111111111111111111111'

/** @param holder a key of the site's: its server's, or one that its page has made */
export async function askToPlay(portico: Portico, holder: `0x${string}`) {
  const [granted] = await grantPermissions(portico, {
    permissions: [
      {
        delegate: holder,
        expiry: Math.floor(Date.now() / 1000) + 300,
        spending: { token: 'native', amount: 0n }, // nothing leaves. With `period: 3600`, as much again each hour
        contracts: [game],
        methods: ['move(uint256)'],
        justification: 'So that you can play without interruption',
      },
    ],
  })
  return granted
}
