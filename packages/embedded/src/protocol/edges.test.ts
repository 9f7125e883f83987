import { describe, expect, test } from 'vitest'
import { answerSamples, requestNames } from '../test/samples.js'
import { message, readAppMessage, readFrameMessage } from './index.js'
import { showsPage } from './requests.js'

const x = (length: number): string => 'x'.repeat(length)
/** An array whose text is what is wanted: a form that tests a text by its pattern alone would take it. */
const listed = (...texts: readonly string[]): readonly unknown[] => texts.map((text) => [text])

const isAsked = (name: string) => (payload: unknown) => {
  const read = readAppMessage(message(`APP_${name}`, payload))
  return read !== undefined && !('refused' in read)
}
const isTold = (type: string) => (payload: unknown) => readFrameMessage(message(`FRAME_${type}`, payload)) !== undefined
const asks = (method: string, params: unknown): unknown => ({ method, ...(params !== undefined && { params }) })
const takes = (method: string) => (params: unknown) => isAsked('RPC_REQUEST')(asks(method, params))
const userWith = (more: object) => ({ ...answerSamples.GET_USER, ...more })
const security = { mode: 'user', passkeys: 1, recoveryCode: true, device: false }
const thousand = <T>(one: T, more = 0): T[] => Array.from({ length: 1_000 + more }, () => one)
const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const uuid = '3b241101-e2bb-4255-8caf-4136c566a962'

/** Each form: how it is sent, what is just of it, and what is just none of it any more. */
const forms: readonly (readonly [form: string, isTaken: (value: unknown) => boolean, good: readonly unknown[], bad: readonly unknown[]])[] =
  [
    [
      'an address of mail',
      (email) => isAsked('CONNECT_EMAIL')({ email }),
      ['a@b', 'ada.l+x@example.org', `${x(318)}@b`],
      ['@b', 'a@', 'a', 'a @b', 'a@ b', 'a@b@c', `${x(319)}@b`, ' a@b', 'a@b\n', ...listed('a@b')],
    ],
    ['a code', (otp) => isAsked('CONNECT_OTP')({ otp }), ['', x(20)], [x(21), 123_456, null, ...listed('123456')]],
    ['a social answer', (uri) => isAsked('CONNECT_SOCIAL')({ uri }), [x(4_000)], [x(4_001), 1]],
    [
      'a type of account',
      (type) => isAsked('SET_PREFERRED_ACCOUNT')({ type }),
      ['eoa', 'smartAccount'],
      ['EOA', '', null, ...listed('eoa')],
    ],
    [
      'a language',
      (locale) => isAsked('SYNC_LOCALE')({ locale }),
      ['de', 'zh-Hant-TW', 'abcdefgh', 'en-a-b-c', 'de-12345678', 'es-419'],
      ['d', 'abcdefghi', 'en-', '-en', 'en-a-b-c-d', 'de-123456789', 'en_US', 'd3', 'en\n', ' en', ...listed('de')],
    ],
    [
      'a knob of the theme',
      (accent) => isAsked('SYNC_THEME')({ themeVariables: { accent } }),
      [0, -1.5, '', x(200)],
      [x(201), Number.NaN, Number.POSITIVE_INFINITY, null, true, ['red']],
    ],
    [
      'a knob by its foreign name',
      (name) => isAsked('SYNC_THEME')({ w3mThemeVariables: { [String(name)]: 'red' } }),
      ['--w3m-a', `--w3m-${x(40)}`, '--w3m-color-mix'],
      ['--w3m-', `--w3m-${x(41)}`, '--w3m-A', '--w3m-a1', 'x--w3m-a', '--w3m-a;', '-w3m-a'],
    ],
    ['a mode of the theme', (themeMode) => isAsked('SYNC_THEME')({ themeMode }), ['light', 'dark'], ['system', 'Dark', '', null]],
    ['a project', (projectId) => isAsked('SYNC_DAPP_DATA')({ projectId }), ['', x(100)], [x(101), 1]],
    [
      'a site',
      (metadata) => isAsked('SYNC_DAPP_DATA')({ projectId: 'p', metadata }),
      [
        { name: x(200), description: x(1_000), url: x(2_000), icons: [x(100_000)] },
        { name: '', icons: thousand('i') },
      ],
      [
        { name: x(201) },
        { name: 'n', description: x(1_001) },
        { name: 'n', url: x(2_001) },
        { name: 'n', icons: [x(100_001)] },
        { name: 'n', icons: thousand('i', 1) },
        { name: 'n', icons: { 0: 'i', length: 1 } },
        { name: 'n', more: 1 },
        [['name', 'n']],
      ],
    ],
    ['a kit', (kit) => isAsked('SYNC_DAPP_DATA')({ projectId: 'p', sdkVersion: kit, sdkType: kit }), ['', x(50)], [x(51), 1]],
    ['a handle of a login', (token) => isAsked('IS_CONNECTED')({ token }), ['', x(500)], [x(501), null]],
    ['a request to give up', (requestId) => isAsked('RPC_ABORT')({ requestId }), [x(36)], [x(37), 7]],
    ['an attempt', (attempt) => isAsked('CONNECT_KNOWN')({ attempt }), ['', x(64)], [x(65), 7, null]],
    ['what a code is for', (purpose) => isAsked('ENTER_CODE')({ purpose }), ['login', 'emailUpdate'], ['emailupdate', '', undefined, null]],
    ['a sign-in beside a login', (signIn) => isAsked('ENTER_CODE')({ purpose: 'login', signIn }), [null, 0, {}, 'x'], []],

    [
      'what follows an address of mail',
      (action) => isTold('CONNECT_EMAIL_SUCCESS')({ action, resendAfter: 0, expiresIn: 0 }),
      ['VERIFY_DEVICE', 'VERIFY_OTP', 'CONNECT'],
      ['verify_otp', '', null],
    ],
    [
      'two digits',
      (match) => isTold('GET_SOCIAL_REDIRECT_URI_SUCCESS')({ uri: 'u', match }),
      ['00', '42'],
      ['4', '423', 'a2', '4a', ' 42', '42\n', 42, undefined, ...listed('42')],
    ],
    [
      'a whole number',
      (resendAfter) => isTold('CONNECT_EMAIL_SUCCESS')({ action: 'CONNECT', resendAfter, expiresIn: 1 }),
      [0, -1, 2 ** 53 - 1],
      [0.5, 2 ** 53, Number.NaN, '1', null],
    ],
    [
      'a place of the frame',
      (purpose) => isTold('SURFACE')({ purpose }),
      ['approve', 'recover', 'security', 'code'],
      ['Approve', '', null],
    ],
    ['a height', (height) => isTold('HEIGHT')({ height }), [160, 161, 600], [159, 601, 200.5, '200', null, [200]]],
    [
      'an address of an account',
      (one) => isTold('INIT_SMART_ACCOUNT_SUCCESS')({ address: one, isDeployed: true }),
      [address, x(20), x(64)],
      [x(19), x(65), `${x(20)}-`, ` ${x(20)}`, `${x(20)}\n`, 7, ...listed(x(20))],
    ],
    [
      'a network',
      (chainId) => isTold('GET_CHAIN_ID_SUCCESS')({ chainId }),
      ['eip155:1', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
      ['eip155', 'eip155:', ':1', 'eip155:1:2', 1, ...listed('eip155:1')],
    ],
    ['yes or no', (isConnected) => isTold('IS_CONNECTED_SUCCESS')({ isConnected }), [true, false], ['true', 1, 0, null, undefined]],
    ['“not yet”', (pending) => isTold('CONNECT_FARCASTER_SUCCESS')({ pending }), [true], [false, 'true', 1]],
    ['a name at Farcaster', (userName) => isTold('CONNECT_FARCASTER_SUCCESS')({ userName }), ['', x(100)], [x(101), null]],
    ['where a phone is sent', (url) => isTold('GET_FARCASTER_URI_SUCCESS')({ url }), ['', x(2_000)], [x(2_001), null]],
    ['a new address of mail', (newEmail) => isTold('UPDATE_EMAIL_SECONDARY_OTP_SUCCESS')({ newEmail }), [x(320)], [x(321), null]],
    [
      'who is logged in',
      isTold('GET_USER_SUCCESS'),
      [
        userWith({ email: x(320) }),
        userWith({ email: null }),
        userWith({ userName: x(100) }),
        userWith({ accounts: [{ address, type: 'eoa' }] }),
        userWith({ networks: thousand('eip155:1') }),
        ...(['assisted', 'progressive', 'user'] as const).map((mode) => userWith({ security: { ...security, mode } })),
        userWith({ security: { ...security, recoverable: true, passphrase: false } }),
      ],
      [
        userWith({ email: x(321) }),
        userWith({ email: [] }),
        userWith({ userName: x(101) }),
        userWith({ accounts: [{ address }] }),
        userWith({ accounts: { address, type: 'eoa' } }),
        userWith({ networks: thousand('eip155:1', 1) }),
        userWith({ networks: ['eip155'] }),
        userWith({ preferredAccountType: 'EOA' }),
        userWith({ smartAccountDeployed: 1 }),
        userWith({ accountTypeChosen: 'yes' }),
        userWith({ smartAccountNetworks: 'eip155:1' }),
        ...['mode', 'passkeys', 'recoveryCode', 'device'].map((left) =>
          userWith({ security: Object.fromEntries(Object.entries(security).filter(([name]) => name !== left)) }),
        ),
        userWith({ security: { ...security, passkeys: 1.5 } }),
        userWith({ security: { ...security, recoverable: 1 } }),
        userWith({ security: { ...security, passphrase: null } }),
        userWith({ more: 1 }),
        Object.assign(Object.create({ address }), { chainId: 'eip155:1' }),
      ],
    ],
    [
      'a text that was signed with a code',
      (signedIn) => isTold('ENTER_CODE_SUCCESS')({ signedIn }),
      [{ message: x(4_000), signature: x(1_000), networkId: 'eip155:1' }],
      [
        { message: x(4_001), signature: '', networkId: 'eip155:1' },
        { message: '', signature: x(1_001), networkId: 'eip155:1' },
        { message: '', signature: '', networkId: 'eip155' },
        { message: '', signature: '' },
      ],
    ],
    [
      'networks of smart accounts',
      (list) => isTold('GET_SMART_ACCOUNT_ENABLED_NETWORKS_SUCCESS')({ smartAccountEnabledNetworks: list }),
      [[], thousand(1)],
      [thousand(1, 1), [1.5], 1],
    ],
    [
      'a step of a change',
      (action) => isTold('UPDATE_EMAIL_SUCCESS')({ action }),
      ['VERIFY_PRIMARY_OTP', 'VERIFY_SECONDARY_OTP'],
      ['VERIFY_OTP', '', null],
    ],
    ['a version', (version) => isTold('READY')({ version }), ['', x(50)], [x(51), 4]],
    [
      'a reason',
      (reason) => isTold('SIGN_OUT_ERROR')({ message: 'm', reason }),
      ['a', 'wrong_code', `a${x(39)}`],
      ['', 'Wrong', '_a', '1a', 'a-b', `a${x(40)}`, 'a\n', ' a', 7, ...listed('a')],
    ],
    ['words of a failure', (said) => isTold('SIGN_OUT_ERROR')({ message: said }), ['', x(1_000)], [x(1_001), null, undefined]],

    [
      'a message of Solana',
      (text) => takes('solana_signMessage')({ message: text, pubkey: 'z' }),
      ['', '2NEpo7TZRRrLZSi2U', 'z'.repeat(10_000)],
      ['0', 'I', 'O', 'l', 'z'.repeat(10_001), ' z', 'z\n', 7, ...listed('z')],
    ],
    [
      'a signer of Solana',
      (pubkey) => takes('solana_signMessage')({ message: 'z', pubkey }),
      ['z'.repeat(44)],
      ['z'.repeat(45), '0', null],
    ],
    [
      'a transaction of Solana',
      (transaction) => takes('solana_signTransaction')({ transaction }),
      ['AQID', 'A', 'AA==', 'AAA=', '+/09', 'A'.repeat(1_700)],
      ['', '=', 'A===', 'A-', 'A'.repeat(1_701), ' A', 'A\n', 7, ...listed('AQID')],
    ],
    [
      'transactions of Solana',
      (transactions) => takes('solana_signAllTransactions')({ transactions }),
      [[], ['AQID', 'BAUG'], thousand('A')],
      [thousand('A', 1), [''], 'AQID', { 0: 'AQID', length: 1 }],
    ],
    [
      'how Solana is to send',
      (options) => takes('solana_signAndSendTransaction')({ transaction: 'AQID', options }),
      [{}, { skipPreflight: false, preflightCommitment: 'confirmed', maxRetries: 0, minContextSlot: 5 }],
      [{ skipPreflight: 1 }, { preflightCommitment: 'soon' }, { maxRetries: '3' }, { minContextSlot: 0.5 }, { more: 1 }, []],
    ],
    [
      'calls',
      (call) => takes('wallet_sendCalls')([{ calls: [call] }]),
      [
        { to: address },
        { to: '0x' },
        { to: address, data: '0xAb', value: `0x${'f'.repeat(64)}`, capabilities: { a: [null] } },
        { to: address, data: `0x${'0'.repeat(999_998)}` },
      ],
      [
        {},
        { to: `${address}0` },
        { to: `x${address}` },
        { to: address.slice(2) },
        { to: address, data: 'x0x' },
        { to: address, data: ' 0x' },
        { to: address, data: `0x${'0'.repeat(999_999)}` },
        { to: address, data: '0xg' },
        { to: address, data: '0x0\n' },
        { to: address, value: `0x${'f'.repeat(65)}` },
        { to: address, value: 1 },
        { to: [address] },
        { to: address, gas: '0x1' },
      ],
    ],
    [
      'a batch',
      (batch) => takes('wallet_sendCalls')([batch]),
      [{ calls: [] }, { calls: [], from: address, version: x(20), id: x(8_194), atomicRequired: true, chainId: '0x1', capabilities: {} }],
      [
        {},
        { calls: {} },
        { calls: [], from: `${address}0` },
        { calls: [], version: x(21) },
        { calls: [], id: x(8_195) },
        { calls: [], atomicRequired: 'yes' },
        { calls: [], more: 1 },
      ],
    ],
    [
      'batches',
      takes('wallet_sendCalls'),
      [[{ calls: [] }]],
      [[], [{ calls: [] }, { calls: [] }], { calls: [] }, { 0: { calls: [] }, length: 1 }, undefined],
    ],
    ['an id of a batch', takes('wallet_getCallsStatus'), [[''], [x(8_194)]], [[], ['a', 'b'], [x(8_195)], [7], 'a']],
    [
      'whose capabilities',
      takes('wallet_getCapabilities'),
      [undefined, [address], [address, []], [address, ['0x1', `0x${'f'.repeat(64)}`]]],
      [[], ['me'], [address, '0x1'], [address, ['1']], [address, [`0x${'f'.repeat(65)}`]], [address, [], []], {}],
    ],
    ['permissions to end', takes('wallet_revokePermissions'), [undefined, {}, [{ context: '0x' }]], []],
    ['assets', takes('wallet_getAssets'), [undefined, {}, [1]], []],
    ['parameters', takes('eth_call'), [[], [{ a: 1 }, 'latest', null, true]], [undefined, {}, 'latest', { length: 0 }]],
    [
      'a method',
      (method) => isAsked('RPC_REQUEST')({ method, params: [] }),
      ['eth_call', 'personal_sign'],
      ['eth_Call', 'eth_call ', '', 'eth_sign', null, ['eth_call']],
    ],
    [
      'what goes beside a method',
      (more) => isAsked('RPC_REQUEST')({ method: 'eth_call', params: [], ...Object(more) }),
      [{ chainId: 'eip155:1', chainNamespace: 'eip155', rpcUrl: x(2_000) }, { chainNamespace: 'solana' }],
      [{ chainId: '0x1' }, { chainNamespace: 'EIP155' }, { rpcUrl: x(2_001) }, { rpcUrl: 7 }, { more: 1 }],
    ],
  ]

describe('S3: each form is taken as it is, and not beside it', () => {
  test.each(forms)('%s', (_, isTaken, good, bad) => {
    for (const value of good) expect([value, isTaken(value)]).toEqual([value, true])
    for (const value of bad) expect([value, isTaken(value)]).toEqual([value, false])
  })

  test('one knob that is none, beside one that is', () => {
    const isTaken = (more: object) => isAsked('SYNC_THEME')({ w3mThemeVariables: { '--w3m-accent': 'red', ...more } })
    expect([isTaken({ '--w3m-font': 'serif' }), isTaken({ '--w3m-font': null }), isTaken({ '--font': 'serif' })]).toEqual([
      true,
      false,
      false,
    ])
  })

  test('which requests show a page of the wallet’s own', () => {
    expect(requestNames.filter(showsPage)).toEqual(['OPEN_SECURITY', 'ENTER_CODE', 'CONNECT_KNOWN'])
  })

  test('the id of a message', () => {
    const ask = (id: unknown) => readAppMessage({ type: 'APP_GET_CHAIN_ID', id }) !== undefined
    const tell = (id: unknown) => readFrameMessage({ type: 'FRAME_SURFACE', id, payload: {} }) !== undefined
    const bad = [
      `x${uuid}`,
      `${uuid}x`,
      `${uuid}\n`,
      uuid.toUpperCase(),
      uuid.replace('-4', '-1'),
      uuid.replace('-8', '-c'),
      uuid.replaceAll('-', ''),
      '',
      7,
      null,
      undefined,
      [uuid],
    ]
    for (const isTaken of [ask, tell]) {
      expect(isTaken(uuid)).toBe(true)
      expect(bad.filter(isTaken)).toEqual([])
    }
  })

  test('JSON is 64 levels deep at the most, and nothing but JSON', () => {
    const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)])
    const raw = (params: unknown) => readAppMessage({ type: 'APP_RPC_REQUEST', id: uuid, payload: { method: 'wallet_getAssets', params } })
    const isTaken = (params: unknown) => {
      const read = raw(params)
      return read !== undefined && !('refused' in read)
    }
    const good = [null, '', true, 0, [], {}, nested(64), { a: [{ b: null }] }]
    const bad = [
      nested(65),
      Number.NaN,
      Number.POSITIVE_INFINITY,
      1n,
      () => 1,
      new Date(),
      new Map(),
      [undefined],
      { a: undefined },
      Object.create(null),
    ]
    expect(good.map(isTaken)).toEqual(good.map(() => true))
    expect(bad.map(isTaken)).toEqual(bad.map(() => false))
  })

  test('the type of a message has 100 characters at the most', () => {
    const refused = (type: string) => readAppMessage({ type, id: uuid })
    expect(refused(`APP_${'A'.repeat(60)}`)).toMatchObject({ refused: { code: -32601 } })
    expect(refused('APP_')).toBeUndefined()
    expect(refused('APP_a')).toBeUndefined()
    expect(readAppMessage({ type: ['APP_RELOAD'], id: uuid })).toBeUndefined()
  })
})
