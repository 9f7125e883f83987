import { evm } from '@portico/adapter-evm'
import { base, mainnet } from '@portico/adapter-evm/networks'
import { isViewedOnly, viewAs } from '@portico/adapter-evm/view-as'
import { solana } from '@portico/adapter-solana'
import { solana as solanaMainnet } from '@portico/adapter-solana/networks'
import { viewAs as viewAsSolana } from '@portico/adapter-solana/view-as'
import {
  CapabilityMissingError,
  connectorStore,
  createPortico,
  disconnect,
  getAccount,
  InvalidOptionError,
  listConnectors,
  mount,
  networkStore,
  signMessage,
  switchNetwork,
  UnsupportedMethodError,
  type Portico,
} from '@portico/core'
import { recentWalletStore } from '@portico/core/kit'
import { memoryStorage } from '@portico/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const vitalik = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const somebody = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'

let portico: Portico
let unmount: () => void
const storage = memoryStorage()
beforeEach(() => {
  vi.stubGlobal('window', new EventTarget())
  portico = createPortico({ adapters: [evm({ networks: [mainnet, base] }), solana({ networks: [solanaMainnet] })], storage })
  unmount = mount(portico)
})
afterEach(() => {
  unmount()
  vi.unstubAllGlobals()
})

test('an EVM address is in use, switches network, signs nothing, and is over with disconnect', async () => {
  expect(await viewAs(portico, { address: vitalik })).toBe(`eip155:1:${vitalik}`)
  expect(getAccount(portico)).toMatchObject({ status: 'connected', address: vitalik })
  expect(isViewedOnly(portico)).toBe(true)
  await switchNetwork(portico, { networkId: 'eip155:8453' })
  expect(networkStore(portico).getState().byNamespace['eip155']?.active.id).toBe('eip155:8453')
  await expect(signMessage(portico, { message: 'mine' })).rejects.toThrow(CapabilityMissingError)
  await disconnect(portico)
  expect(getAccount(portico).status).toBe('disconnected')
  expect(isViewedOnly(portico)).toBe(false)
})

test('a Solana address is in use, and signs nothing', async () => {
  expect(await viewAsSolana(portico, { address: somebody })).toBe(`${solanaMainnet.id}:${somebody}`)
  expect(isViewedOnly(portico, { namespace: 'solana' })).toBe(true)
  await expect(signMessage(portico, { namespace: 'solana', message: 'mine' })).rejects.toThrow(UnsupportedMethodError)
})

test('it is no wallet of the visitor: not listed, not recent, and gone with the page', async () => {
  await viewAs(portico, { address: vitalik })
  expect(listConnectors(connectorStore(portico).getState()).filter(({ id }) => id.includes('viewAs'))).toEqual([])
  expect(recentWalletStore(portico).getState()).toEqual([])
  expect(JSON.stringify([...storage.entries])).not.toContain(vitalik)
})

test.each([
  ['address', { address: 'vitalik.eth' }],
  ['address', { address: vitalik.replace('d8dA', 'D8da') }],
  ['networkId', { address: vitalik, networkId: 'eip155:10' }],
  ['networkId', { address: vitalik, networkId: solanaMainnet.id }],
] as const)('a wrong %s is refused by name: %j', async (option, parameters) => {
  await expect(viewAs(portico, parameters)).rejects.toThrow(InvalidOptionError)
  await expect(viewAs(portico, parameters)).rejects.toMatchObject({ option })
  expect(getAccount(portico).status).toBe('disconnected')
})
test.each([
  ['address', { address: vitalik }],
  ['networkId', { address: somebody, networkId: 'eip155:1' }],
] as const)('a wrong %s of Solana is refused by name: %j', async (option, parameters) => {
  await expect(viewAsSolana(portico, parameters)).rejects.toMatchObject({ name: 'InvalidOptionError', option })
})
