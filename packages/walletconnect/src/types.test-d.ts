import type { Connector } from '@portico/core'
import type { Link, LinkState } from '@portico/core/kit'
import { expectTypeOf, test } from 'vitest'
import type { Dapp } from './client/index.js'
import { walletConnect, type LinkConnector } from './index.js'

test('the connector is one of core’s', () => {
  expectTypeOf<LinkConnector>().toExtend<Connector>()
  expectTypeOf<LinkConnector['link']>().toExtend<Link>()
  expectTypeOf(walletConnect({ projectId: '' }).create).returns.toEqualTypeOf<LinkConnector>()
})

test('a URI exists only while a wallet is waited for', () => {
  expectTypeOf<Extract<LinkState, { status: 'waiting' }>>().toHaveProperty('uri')
  expectTypeOf<Exclude<LinkState, { status: 'waiting' }>>().not.toHaveProperty('uri')
})

test('an answer of a wallet is unknown until it is read', () => {
  expectTypeOf<Dapp['request']>().returns.resolves.toBeUnknown()
})
