import { afterEach, expect, test } from 'vitest'
import type { Eip155Provider } from '../provider/eip155.js'
import { answerSamples } from '../test/samples.js'
import { endSites, evmAddress, loggedInStorage, solanaAddress, site as makeSite, type Site, type SiteOptions } from '../test/site.js'

const sites: Site[] = []
function site(options?: SiteOptions): Site {
  const made = makeSite(options)
  sites.push(made)
  return made
}
afterEach(() => endSites(sites))

test('another account is another address, which every listener hears of; the frame keeps the choice', async () => {
  const smart = '0x3333333333333333333333333333333333333333'
  let type: 'eoa' | 'smartAccount' = 'smartAccount'
  const {
    connector: { embedded: wallet, ...connector },
    asked,
    record,
  } = site({
    storage: loggedInStorage(),
    handlers: {
      GET_USER: () => ({
        ...answerSamples.GET_USER,
        networks: ['eip155:1'],
        address: type === 'eoa' ? evmAddress : smart,
        accounts: [
          { address: smart, type: 'smartAccount' },
          { address: evmAddress, type: 'eoa' },
        ],
        preferredAccountType: type,
      }),
      SET_PREFERRED_ACCOUNT: (payload: { readonly type: 'eoa' | 'smartAccount' }) => {
        type = payload.type
        return { type, address: type === 'eoa' ? evmAddress : smart }
      },
    },
  })
  const provider = (await connector.getProvider('eip155')) as Eip155Provider
  const heard: unknown[] = []
  provider.on('accountsChanged', (addresses) => heard.push(addresses))
  expect(await provider.request({ method: 'eth_requestAccounts' })).toEqual([smart])
  await wallet.setPreferredAccount('eoa')
  expect([wallet.state().user?.address, record()['preferredAccountType'], heard]).toEqual([evmAddress, 'eoa', [[evmAddress]]])
  expect(asked.at(-1)).toEqual(['GET_USER', { chainId: 'eip155:1' }])
})

test('what is told of another chain family leaves the account in use as it is', async () => {
  const {
    connector: { embedded: wallet },
  } = site({ storage: loggedInStorage() })
  await wallet.getUser('eip155:1')
  expect(await wallet.getUser('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')).toMatchObject({ address: solanaAddress })
  expect(wallet.state().user).toMatchObject({ chainId: 'eip155:1', address: evmAddress })
})

test('where the secure site has no smart accounts, that is what is said', async () => {
  const {
    connector: { embedded: wallet },
    record,
  } = site({
    storage: loggedInStorage(),
    handlers: {
      SET_PREFERRED_ACCOUNT: () => {
        throw Object.assign(new Error('Smart accounts are not supported by this wallet'), { code: 4200 })
      },
    },
  })
  await expect(wallet.setPreferredAccount('smartAccount')).rejects.toMatchObject({ name: 'AccountTypeError', code: 4200 })
  expect(record()['preferredAccountType']).toBeUndefined()
})

test('a choice that fails for another reason is not said to be impossible', async () => {
  const { connector, record } = site({
    storage: loggedInStorage(),
    handlers: {
      SET_PREFERRED_ACCOUNT: () => {
        throw Object.assign(new Error('The wallet did not answer'), { code: -32603 })
      },
    },
  })
  const chosen = connector.embedded.setPreferredAccount('smartAccount')
  await expect(chosen).rejects.toMatchObject({ name: 'FrameRequestError', message: 'The wallet did not answer' })
  expect(record()['preferredAccountType']).toBeUndefined()
})

test('what the site begins with goes along with each question for the user', async () => {
  const {
    connector: { embedded: wallet },
    asked,
  } = site({ storage: loggedInStorage(), options: { defaultAccountTypes: { eip155: 'smartAccount' } } })
  await wallet.getUser('eip155:1')
  expect(asked.at(-1)).toEqual(['GET_USER', { chainId: 'eip155:1', preferredAccountType: 'smartAccount' }])
})
