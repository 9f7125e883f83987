import { expect, test } from 'vitest'
import { settled } from '../../portico/page.test.helper.js'
import { closeModal } from '../../router/router.js'
import { registerViews } from '../../router/knownViews.js'
import { openModal } from '../../router/store.js'
import { dispatchConnection } from '../connection/dispatch.js'
import { gateStore } from '../connection/gates.js'
import { activeConnection, connectionStore } from '../connection/store.js'
import { getAccount } from '../account/account.js'
import { disconnect } from '../connection/disconnect.js'
import { networkSupport } from '../network/networkSupport.js'
import { answerAccountType, setPreferredAccountType } from './accountType.js'
import { evmAddress, fakeEmbedded, mira, setUp } from './embedded.test.helper.js'
import { startKnownLogin } from './knownLogin.js'
import type { EmbeddedUser } from './wallet.js'

const smart = '0x3333333333333333333333333333333333333333'
const both: EmbeddedUser = {
  ...mira,
  address: smart,
  accounts: [
    { address: smart, type: 'smartAccount' },
    { address: evmAddress, type: 'eoa' },
  ],
  preferredAccountType: 'smartAccount',
  smartAccountNetworks: ['eip155:1'],
  accountTypeChosen: false,
}

/** Logs in, on a network that has smart accounts. */
async function loggedIn(user: EmbeddedUser = both) {
  const fake = fakeEmbedded({ byHand: ['setPreferredAccount'] })
  fake.session.user = user
  const page = setUp(fake, {
    evm: { connect: () => Promise.resolve({ addresses: [user.address], networkId: 'eip155:1' }) },
  })
  const { portico } = page
  registerViews(portico, ['AccountType'])
  openModal(portico, { view: 'Connect' })
  const started = startKnownLogin(portico)
  fake.waiting('connectKnown').resolve()
  await started
  await settled()
  /** The frame takes the choice, and the adapter hears of another address. */
  const take = async (type: 'eoa' | 'smartAccount') => {
    const address = type === 'eoa' ? evmAddress : smart
    fake.set({ ...fake.state(), user: { ...user, address, preferredAccountType: type, accountTypeChosen: true } })
    dispatchConnection(portico, 'eip155', { type: 'changed', connectorId: 'embedded', change: { addresses: [address] } })
    fake.waiting('setPreferredAccount').resolve()
    await settled()
  }
  const connection = () => activeConnection(connectionStore(portico).getState(), 'eip155')
  return { fake, take, connection, gate: () => gateStore(portico).getState().status, ...page }
}

test('who logs in for the first time says which account it is to be, before anything else is asked', async () => {
  const { portico, view, gate, take, connection } = await loggedIn()
  expect([view(), gate()]).toEqual(['AccountType', 'asking'])
  const answered = answerAccountType(portico, { type: 'eoa' })
  await take('eoa')
  await answered
  expect([view(), gate()]).toEqual([undefined, 'open'])
  expect(connection()).toMatchObject({ addresses: [evmAddress], accounts: both.accounts })
})

test('on which of the site’s networks the account can be a smart account is told, whichever account is in use', async () => {
  const { portico, take } = await loggedIn({ ...both, accountTypeChosen: true, smartAccountNetworks: ['eip155:1', 'eip155:99'] })
  const able = () => [networkSupport(portico, 'eip155').smartAccountNetworkIds, getAccount(portico).smartAccountNetworkIds]
  expect(able()).toEqual([['eip155:1'], ['eip155:1', 'eip155:99']]) // the wallet is on a network that is not the site's
  expect(networkSupport(portico, 'solana').smartAccountNetworkIds).toEqual([])
  const answered = answerAccountType(portico, { type: 'eoa' })
  await take('eoa')
  await answered
  expect(able()).toEqual([['eip155:1'], ['eip155:1', 'eip155:99']])
  await disconnect(portico)
  expect(able()).toEqual([[], undefined])
})

test('where the operator has turned on none there are none', async () => {
  const { smartAccountNetworks: _, ...plain } = both
  const { portico } = await loggedIn({ ...plain, accountTypeChosen: true })
  expect(networkSupport(portico, 'eip155').smartAccountNetworkIds).toEqual([])
})

test('the account that is used anyway is taken without another address', async () => {
  const { portico, view, gate, take } = await loggedIn()
  const answered = answerAccountType(portico, { type: 'smartAccount' })
  await take('smartAccount')
  await answered
  expect([view(), gate()]).toEqual([undefined, 'open'])
})

test('leaving the question is an answer, too: the smart account counts, and nobody is held', async () => {
  const { portico, gate, connection } = await loggedIn()
  closeModal(portico)
  await settled()
  expect([gate(), connection()?.addresses]).toEqual(['open', [smart]])
})

test.each<[string, Partial<EmbeddedUser>]>([
  ['who has chosen', { accountTypeChosen: true }],
  ['where there is one account alone', { ...mira }],
])('%s is not asked', async (_, change) => {
  const user = { ...both, ...change }
  const { view, gate } = await loggedIn(user)
  expect([view(), gate()]).toEqual([undefined, 'open'])
})

test('from the settings the choice leads back, is told, and puts the kind of account beside the address', async () => {
  const { portico, view, take, connection } = await loggedIn({ ...both, accountTypeChosen: true })
  const told: unknown[] = []
  portico.events.on('SET_PREFERRED_ACCOUNT_TYPE', (event) => told.push(event))
  openModal(portico, { view: 'Settings' })
  openModal(portico, { view: 'AccountType' })
  const answered = answerAccountType(portico, { type: 'eoa' })
  await take('eoa')
  await answered
  expect(view()).toBe('Settings')
  expect(told).toEqual([{ network: 'eip155:1', accountType: 'eoa' }])
  expect(connection()?.accounts?.find(({ address }) => address === evmAddress)?.type).toBe('eoa')
})

test('what the frame refuses is told, and nothing changes', async () => {
  const { portico, fake, connection } = await loggedIn({ ...both, accountTypeChosen: true })
  const asked = setPreferredAccountType(portico, { type: 'eoa' })
  fake.waiting('setPreferredAccount').reject(new Error('not here'))
  await expect(asked).rejects.toThrow('not here')
  expect(connection()?.addresses).toEqual([smart])
})
