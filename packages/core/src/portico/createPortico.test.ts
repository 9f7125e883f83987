import { fakeAdapter, fakeConnector, fakeNetworks, memoryStorage } from '@portico/testing'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { InvalidOptionError } from '../kit/errors.js'
import { connectionStore } from '../controllers/connection/store.js'
import { createPortico } from './createPortico.js'
import type { PorticoOptions } from './options.js'
import { setTheme, themeProperties, themeStore } from '../theme/theme.js'

const [mainnet] = fakeNetworks
const network = (facts: object) => ({ adapters: [fakeAdapter({ networks: [{ ...mainnet, ...facts } as never] })] })
const wallet = (facts: object) => ({ ...good(), wallets: [{ id: 'x', name: 'X', ...facts }] })
const good = () => ({ adapters: [fakeAdapter()], storage: memoryStorage() })

/** What a host without TypeScript may hand in, the option that the error must name, and words that it must say. */
const badInput: readonly (readonly [what: string, options: unknown, option: string, says: RegExp])[] = [
  ['no options', undefined, 'options', /expected an object/],
  ['options that are null', null, 'options', /expected an object/],
  ['options that are a list', [], 'options', /expected an object/],
  ['no adapters', {}, 'adapters', /expected an array, got undefined/],
  ['adapters that are no list', { adapters: fakeAdapter() }, 'adapters', /expected an array, got object/],
  ['an empty list of adapters', { adapters: [] }, 'networks', /no networks/],
  ['no networks', { adapters: [fakeAdapter({ networks: [] })] }, 'networks', /no networks/],
  ['an adapter that was not called', { adapters: [() => fakeAdapter()] }, 'adapters[0]', /expected an adapter/],
  ['an adapter that is null', { adapters: [fakeAdapter(), null] }, 'adapters[1]', /expected an adapter/],
  ['an adapter that is text', { adapters: ['evm'] }, 'adapters[0]', /expected an adapter/],
  [
    'an adapter without a list of networks',
    { adapters: [{ ...fakeAdapter(), networks: undefined }] },
    'adapters[0]',
    /expected an adapter/,
  ],
  ['an adapter that cannot discover', { adapters: [{ ...fakeAdapter(), discover: undefined }] }, 'adapters[0]', /expected an adapter/],
  ['an adapter of an unknown namespace', { adapters: [{ ...fakeAdapter(), namespace: 'near' }] }, 'adapters[0]', /expected an adapter/],
  ['an adapter twice', { adapters: [fakeAdapter(), fakeAdapter()] }, 'adapters[1]', /'eip155' was given twice/],
  [
    'a network twice',
    { adapters: [fakeAdapter({ networks: [...fakeNetworks, ...fakeNetworks] })] },
    'networks',
    /'eip155:1' was given twice/,
  ],
  ['a network id without a namespace', network({ id: '1' }), 'networks', /Invalid CAIP-2 network id '1'/],
  ['a network id that is a number', network({ id: 1 }), 'networks', /Invalid CAIP-2 network id number/],
  ['a network id that cannot be written down', network({ id: Symbol('1') }), 'networks', /Invalid CAIP-2 network id symbol/],
  ['a network id with three parts', network({ id: 'eip155:1:0' }), 'networks', /Invalid CAIP-2 network id/],
  ['a network of another namespace', network({ id: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' }), 'networks', /expected one of 'eip155'/],
  ['a network whose namespace and id disagree', network({ namespace: 'solana' }), 'networks', /Invalid CAIP-2 network id/],
  ['a network that is null', { adapters: [fakeAdapter({ networks: [null as never] })] }, 'networks', /Invalid CAIP-2 network id/],
  ['a network without a name', network({ name: undefined }), 'networks', /'eip155:1' has no name/],
  ['a network without a currency', network({ nativeCurrency: undefined }), 'networks', /no nativeCurrency/],
  [
    'a network whose decimals are text',
    network({ nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: '18' } }),
    'networks',
    /no nativeCurrency with decimals/,
  ],
  ['a network without endpoints', network({ rpcUrls: 'https://rpc.example' }), 'networks', /lists of rpcUrls/],
  ['a network without explorers', network({ blockExplorers: undefined }), 'networks', /blockExplorers/],
  ['an unknown default network', { ...good(), defaultNetwork: 'eip155:999' }, 'defaultNetwork', /not one of the networks/],
  ['a malformed default network', { ...good(), defaultNetwork: 'mainnet' }, 'defaultNetwork', /Invalid CAIP-2 network id 'mainnet'/],
  ['a default network of the wrong type', { ...good(), defaultNetwork: 1 }, 'defaultNetwork', /expected a string, got number/],
  ['an id of the wrong type', { ...good(), id: 7 }, 'id', /expected a string, got number/],
  ['an id that is empty', { ...good(), id: '' }, 'id', /1 to 32 letters/],
  ['an id that would leave its storage keys', { ...good(), id: '../other' }, 'id', /1 to 32 letters/],
  ['a project id of the wrong type', { ...good(), projectId: {} }, 'projectId', /expected a string, got object/],
  ['an API URL of the wrong type', { ...good(), apiUrl: new URL('https://api.example') }, 'apiUrl', /expected a string/],
  ['an API URL that is none', { ...good(), apiUrl: 'api.example' }, 'apiUrl', /http or https URL/],
  ['an API URL of another protocol', { ...good(), apiUrl: 'javascript:alert(1)' }, 'apiUrl', /http or https URL/],
  ['metadata of the wrong type', { ...good(), metadata: 'My site' }, 'metadata', /expected an object, got string/],
  ['metadata without a name', { ...good(), metadata: {} }, 'metadata.name', /expected a string, got undefined/],
  ['an unknown theme mode', { ...good(), themeMode: 'sepia' }, 'themeMode', /'light', 'dark' or 'system'/],
  ['a theme mode in a list', { ...good(), themeMode: ['dark'] }, 'themeMode', /'light', 'dark' or 'system'/],
  ['theme variables of the wrong type', { ...good(), themeVariables: 'red' }, 'themeVariables', /expected an object, got string/],
  ['theme variables that are null', { ...good(), themeVariables: null }, 'themeVariables', /expected an object, got null/],
  [
    'a theme variable that would end its declaration',
    { ...good(), themeVariables: { accent: 'red; background: blue' } },
    'themeVariables.accent',
    /plain CSS value/,
  ],
  [
    'a theme variable that would load something',
    { ...good(), themeVariables: { accent: 'URL(https://evil.example)' } },
    'themeVariables.accent',
    /plain CSS value/,
  ],
  ['a theme variable of the wrong type', { ...good(), themeVariables: { radius: {} } }, 'themeVariables.radius', /plain CSS value/],
  ['a theme variable that is not a number', { ...good(), themeVariables: { z: NaN } }, 'themeVariables.z', /plain CSS value/],
  ['wallets that are no list', { ...good(), wallets: {} }, 'wallets', /expected an array, got object/],
  ['a wallet without a name', { ...good(), wallets: [{ id: 'harbor', name: 'Harbor' }, { id: 'x' }] }, 'wallets[1]', /an id and a name/],
  ['excluded wallets that are no list', { ...good(), excludeWallets: 'com.harbor' }, 'excludeWallets', /expected an array, got string/],
  ['an excluded wallet that is no text', { ...good(), excludeWallets: [null] }, 'excludeWallets[0]', /expected a string, got null/],
  ['ways in that are no list', { ...good(), connectors: {} }, 'connectors', /expected an array, got object/],
  ['a way in whose function was not called', { ...good(), connectors: [() => undefined] }, 'connectors[0]', /expected a connector/],
  ['featured wallets that are no texts', { ...good(), featuredWallets: [{}] }, 'featuredWallets[0]', /expected a string, got object/],
  ['included wallets that are no list', { ...good(), includeWallets: 'com.harbor' }, 'includeWallets', /expected an array, got string/],
  [
    'an order that is no list of texts',
    { ...good(), connectorTypeOrder: ['recent', 1] },
    'connectorTypeOrder[1]',
    /expected a string, got number/,
  ],
  [
    'an order of methods that is one text',
    { ...good(), connectMethodsOrder: 'wallet' },
    'connectMethodsOrder',
    /expected an array, got string/,
  ],
  [
    'an order of methods with something else in it',
    { ...good(), connectMethodsOrder: ['wallet', {}] },
    'connectMethodsOrder[1]',
    /expected a string, got object/,
  ],
  [
    'an order of actions of the wrong type',
    { ...good(), walletFeaturesOrder: 'send' },
    'walletFeaturesOrder',
    /expected an array, got string/,
  ],
  ['address labels of the wrong type', { ...good(), addressLabels: 'Treasury' }, 'addressLabels', /expected an object, got string/],
  ['account types of the wrong type', { ...good(), defaultAccountTypes: 'eoa' }, 'defaultAccountTypes', /expected an object, got string/],
  ['a place of all wallets of the wrong type', { ...good(), allWallets: false }, 'allWallets', /expected a string, got boolean/],
  ['a switch option of the wrong type', { ...good(), enableNetworkSwitch: 'yes' }, 'enableNetworkSwitch', /expected a boolean, got string/],
  [
    'an unsupported option of the wrong type',
    { ...good(), allowUnsupportedNetwork: 1 },
    'allowUnsupportedNetwork',
    /expected a boolean, got number/,
  ],
  [
    'a confirmation option of the wrong type',
    { ...good(), confirmNetworkSwitch: null },
    'confirmNetworkSwitch',
    /expected a boolean, got null/,
  ],
  ['a reconnect option of the wrong type', { ...good(), reconnect: 'false' }, 'reconnect', /expected a boolean, got string/],
  ['an on-ramp of the wrong type', { ...good(), onramp: true }, 'onramp', /expected an object, got boolean/],
  ['names of the wrong type', { ...good(), names: 'portico.eth' }, 'names', /expected an object, got string/],
  ['routers of the wrong type', { ...good(), swap: 'all' }, 'swap', /expected an object, got string/],
  ['sign-in of the wrong type', { ...good(), siwx: '/siwx' }, 'siwx', /expected an object, got string/],
  [
    'an icon of the site in the place of a list',
    { ...good(), metadata: { name: 'x', icons: '/icon.png' } },
    'metadata.icons',
    /expected an array/,
  ],
  [
    'an address of the site that is none',
    { ...good(), metadata: { name: 'x', url: new URL('https://x.example') } },
    'metadata.url',
    /a string/,
  ],
  ['an icon of a wallet that is none', wallet({ icon: { sm: 'https://x.example' } }), 'wallets[0].icon', /expected a string, got object/],
  ['chain families of a wallet in one text', wallet({ namespaces: 'eip155' }), 'wallets[0].namespaces', /expected an array, got string/],
  ['a chain family that there is not', wallet({ namespaces: ['evm'] }), 'wallets[0].namespaces[0]', /one of eip155, solana/],
  ['a flag of a wallet in text', wallet({ walletConnect: 'yes' }), 'wallets[0].walletConnect', /expected a boolean, got string/],
  ['a place of all wallets that there is not', { ...good(), allWallets: 'never' }, 'allWallets', /none of 'show', 'hide', 'onlyMobile'/],
  [
    'a kind that there is not',
    { ...good(), connectorTypeOrder: ['injectd'] },
    'connectorTypeOrder[0]',
    /'injectd' is none of 'walletConnect'/,
  ],
  [
    'a method that there is not',
    { ...good(), connectMethodsOrder: ['wallets'] },
    'connectMethodsOrder[0]',
    /none of 'email', 'social', 'wallet'/,
  ],
  ['an action that there is not', { ...good(), walletFeaturesOrder: ['swap'] }, 'walletFeaturesOrder[0]', /none of 'onramp', 'swaps'/],
  [
    'an account type that there is not',
    { ...good(), defaultAccountTypes: { eip155: 'smart' } },
    'defaultAccountTypes.eip155',
    /none of 'eoa'/,
  ],
  [
    'account types of no chain family',
    { ...good(), defaultAccountTypes: { evm: 'eoa' } },
    'defaultAccountTypes.evm',
    /one of eip155, solana/,
  ],
  [
    'a router in the place of a list',
    { ...good(), swap: { routers: { 'eip155:1': '0xabc' } } },
    'swap.routers.eip155:1',
    /expected an array/,
  ],
  ['routers by number of the chain', { ...good(), swap: { routers: { 1: ['0xabc'] } } }, 'swap.routers.1', /expected a CAIP-2 network id/],
  ['a host in the place of a list', { ...good(), onramp: { hosts: 'pay.example' } }, 'onramp.hosts', /expected an array, got string/],
  ['an amount that is a number', { ...good(), onramp: { defaults: { amount: 50 } } }, 'onramp.defaults.amount', /a string, got number/],
  ['a token in the place of its function', { ...good(), onramp: { bearer: 'abc' } }, 'onramp.bearer', /expected a function, got string/],
  ['a zone that is a list', { ...good(), names: { zone: ['x.eth'] } }, 'names.zone', /expected a string, got an array/],
  [
    'the options of sign-in without its function',
    { ...good(), siwx: { url: '/siwx' } },
    'siwx',
    /siwx\(\{ url \}\).*@portico\/core\/siwx/s,
  ],
  ['storage of the wrong type', { ...good(), storage: 'localStorage' }, 'storage', /expected an object, got string/],
  ['storage without its methods', { ...good(), storage: new Map() }, 'storage.getItem', /expected a function, got undefined/],
  ['an initial state that nobody awaited', { ...good(), initialState: Promise.resolve({}) }, 'initialState', /got a promise/],
  ['an initial state of the wrong type', { ...good(), initialState: '{}' }, 'initialState', /expected an object, got string/],
  ['a fetch of the wrong type', { ...good(), fetch: {} }, 'fetch', /expected a function, got object/],
]

describe('bad input is a typed error that names the option', () => {
  test.each(badInput)('%s', (_, options, option, says) => {
    let thrown: unknown
    try {
      createPortico(options as PorticoOptions)
    } catch (error) {
      thrown = error
    }
    expect(thrown).toBeInstanceOf(InvalidOptionError)
    expect(thrown).toMatchObject({ name: 'InvalidOptionError', option, message: expect.stringMatching(says) })
    expect((thrown as Error).message).toContain(`'${option}'`)
  })

  test('the table has a row for every option', () => {
    const options: Record<keyof PorticoOptions, true> = {
      adapters: true,
      metadata: true,
      defaultNetwork: true,
      id: true,
      projectId: true,
      apiUrl: true,
      themeMode: true,
      themeVariables: true,
      wallets: true,
      connectors: true,
      featuredWallets: true,
      includeWallets: true,
      excludeWallets: true,
      connectorTypeOrder: true,
      connectMethodsOrder: true,
      walletFeaturesOrder: true,
      addressLabels: true,
      defaultAccountTypes: true,
      allWallets: true,
      allowUnsupportedNetwork: true,
      enableNetworkSwitch: true,
      confirmNetworkSwitch: true,
      reconnect: true,
      siwx: true,
      swap: true,
      onramp: true,
      names: true,
      storage: true,
      initialState: true,
      fetch: true,
    }
    const named = badInput.map(([, , option]) => option)
    for (const option of Object.keys(options)) expect(named).toContainEqual(expect.stringMatching(new RegExp(`^${option}`)))
  })
})

describe('in a build for production', () => {
  beforeEach(() => void vi.stubEnv('NODE_ENV', 'production'))
  afterEach(() => void vi.unstubAllEnvs())
  const made = (options: object) => () => createPortico({ ...good(), ...options })

  test.each([
    ['no networks', { adapters: [fakeAdapter({ networks: [] })] }, 'networks'],
    ['a default network that is none of the site', { defaultNetwork: 'eip155:99' }, 'defaultNetwork'],
    ['an address of the gateway that an environment left half filled', { apiUrl: 'gateway.example' }, 'apiUrl'],
    ['a value that could break out of a style', { themeVariables: { accent: 'red;}' } }, 'themeVariables.accent'],
  ])('%s is still told', (_, options, option) => {
    expect(made(options)).toThrow(InvalidOptionError)
    expect(made(options)).toThrow(expect.objectContaining({ option }))
  })

  test.each([
    ['wrong types', { reconnect: 'yes', wallets: [{}] }],
    ['a chain family twice', { adapters: [fakeAdapter(), fakeAdapter()] }],
    ['an id that could not be part of a key', { id: 'a b' }],
    ['a theme that there is not', { themeMode: 'sepia' }],
  ])('%s: whoever develops a site was told', (_, options) => {
    expect(made(options)).not.toThrow()
    vi.stubEnv('NODE_ENV', 'test')
    expect(made(options)).toThrow(InvalidOptionError)
  })
})

test('a portico touches nothing when it is made: no storage, no request, no adapter', () => {
  const storage = { getItem: vi.fn(() => null), setItem: vi.fn(), removeItem: vi.fn() }
  const fetch = vi.fn()
  const adapter = { ...fakeAdapter(), discover: vi.fn(), join: vi.fn(), load: vi.fn() }
  const portico = createPortico({ adapters: [adapter], storage, fetch })
  connectionStore(portico).getState()
  for (const touched of [...Object.values(storage), fetch, adapter.discover, adapter.join, adapter.load])
    expect(touched).not.toHaveBeenCalled()
})

test('two porticos share nothing (R19)', () => {
  const options = good()
  const [one, other] = [createPortico(options), createPortico(options)]
  setTheme(one, { themeMode: 'dark' })
  expect(themeStore(other).getState().mode).toBe('system')
  expect(connectionStore(one)).not.toBe(connectionStore(other))
  const heard = vi.fn()
  other.events.on('modal.opened', heard)
  one.events.emit('modal.opened', { view: 'Connect' })
  expect(heard).not.toHaveBeenCalled()
})

test('the default network is the first one, or the one that was named', () => {
  expect(createPortico(good()).defaultNetwork.id).toBe('eip155:1')
  expect(createPortico({ ...good(), defaultNetwork: 'eip155:10' }).defaultNetwork.id).toBe('eip155:10')
})

test('a server knows the visitor by the initial state, unless a reload shall pick nothing up', () => {
  const connector = { id: 'com.harbor', kind: 'announced', name: 'Harbor' } as const
  const initialState = {
    version: 1,
    connections: { eip155: [{ connector, addresses: ['0xabc'], networkId: 'eip155:10' }] },
    networks: {},
  } as const
  const first = (options: Partial<PorticoOptions>) =>
    connectionStore(createPortico({ ...good(), initialState, ...options })).getState().byNamespace.eip155?.connections[0]
  expect(first({})).toMatchObject({ connector: { id: 'com.harbor' }, networkId: 'eip155:10', restored: true })
  expect(first({ reconnect: false })).toBeUndefined()
})

describe('the theme', () => {
  test('changes in parts: what is left out stays', () => {
    const portico = createPortico({ ...good(), themeMode: 'light', themeVariables: { accent: '#00f' } })
    setTheme(portico, { themeVariables: { radius: '8px' } })
    setTheme(portico, { themeMode: 'dark' })
    expect(themeStore(portico).getState()).toEqual({ mode: 'dark', variables: { accent: '#00f', radius: '8px' } })
  })

  test('a bad change is refused and changes nothing', () => {
    const portico = createPortico(good())
    expect(() => setTheme(portico, { themeVariables: { accent: 'red}' } })).toThrow(InvalidOptionError)
    expect(() => setTheme(portico, { themeMode: 'blue' as 'dark' })).toThrow(InvalidOptionError)
    expect(themeStore(portico).getState()).toEqual({ mode: 'system', variables: {} })
  })

  test('becomes custom properties in kebab case, a zero included', () => {
    expect(themeProperties({ accent: 'oklch(0.6 0.2 250)', tint: 0, mixStrength: '12%', fontMono: 'monospace', z: 5 })).toEqual([
      ['--portico-accent', 'oklch(0.6 0.2 250)'],
      ['--portico-tint', '0'],
      ['--portico-mix-strength', '12%'],
      ['--portico-font-mono', 'monospace'],
      ['--portico-z', '5'],
    ])
  })
})

test('a connector keeps only what may be shown and stored', async () => {
  const { connectorInfo } = await import('../connector.js')
  const info = connectorInfo({ ...fakeConnector({ icon: 'data:image/png;base64,AA==' }), secret: 'x' } as never)
  expect(info).toEqual({ id: 'com.harbor', kind: 'announced', name: 'Harbor', icon: 'data:image/png;base64,AA==', rdns: 'com.harbor' })
})
