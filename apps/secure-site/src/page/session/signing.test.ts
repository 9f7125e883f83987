import { signingMethods } from '@portico/embedded/protocol'
import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { recordPromise } from '../../../../../scripts/lib/promises.mjs'
import { prepareRequest } from '../requests/prepare.js'
import { ethereum, keys as testKeys, memoryBatches, nodeDouble, own, ownSolana, solana } from '../requests/kit.test.helper.js'
import { smartContext } from '../requests/evm/permissions/service.test.helper.js'
import { createStage, type Screen } from '../screens/stage.js'
import { requestView } from '../screens/view.js'
import type { Keys, PreparedRequest, RequestContext, UnlockStep } from '../types.js'
import { type ApprovalOptions, createApproval } from './approval.js'
import { RejectedError, ServerUnreachableError } from './errors.js'
import { memoryPlaces } from './places.test.helper.js'
import { createQueue } from './queue.js'
import { chainOf, taken } from './requests.test.helper.js'
import { createSigning, type SigningOptions } from './signing.js'

afterEach(() => void vi.useRealTimers())

const host = 'https://shop.example'

/** Keys that count how often they are used. */
function countedKeys(step: () => UnlockStep = () => ({ kind: 'none' })) {
  let uses = 0
  const never = () => Promise.reject(new Error('not here'))
  const keys: Keys = {
    addresses: () => ({ eip155: own, solana: ownSolana }),
    open: async () => ({ eip155: own, solana: ownSolana }),
    signs: async () => 'lasting',
    unlockStep: async () => step(),
    recoverByMail: never,
    resumeByMail: never,
    endByMail: never,
    recoverByIdentity: never,
    recoverByPasskey: never,
    recoverByCode: never,
    recoverByPassphrase: never,
    addPassphrase: never,
    removePassphrase: never,
    addPasskey: never,
    createRecoveryCode: never,
    security: never,
    exportWords: never,
    lock: () => {},
    withKey: (namespace, use) => {
      uses += 1
      return testKeys.withKey(namespace, use)
    },
  }
  return { keys, uses: () => uses }
}

/** The real reading of requests, a node that answers, and a visitor who does what `visitor` says with each screen. */
function setUp(visitor: (screen: Screen) => void, more: Partial<SigningOptions & ApprovalOptions> & { step?: () => UnlockStep } = {}) {
  const stage = createStage()
  const shown: Screen[] = []
  const surfaces: (string | undefined)[] = []
  stage.subscribe(() => {
    const { screen } = stage.state()
    shown.push(screen)
    queueMicrotask(() => visitor(screen))
  })
  const places = memoryPlaces()
  const queue = createQueue({
    places,
    onChange: (open) => open > 0 || (stage.show({ kind: 'empty' }), surfaces.push(undefined)),
  })
  const { keys, uses } = countedKeys(more.step)
  const { fetch } = nodeDouble({ eth_sendRawTransaction: `0x${'ab'.repeat(32)}` })
  const context: RequestContext = {
    origin: host,
    addresses: { eip155: own, solana: ownSolana },
    active: { eip155: ethereum.id, solana: solana.id },
    networks: [ethereum, solana],
    knownAddresses: [],
    batches: memoryBatches(),
    fetch,
  }
  const left: unknown[] = []
  const asking: ApprovalOptions = {
    stage,
    hostOrigin: host,
    claim: () => 'A shop',
    provable: () => true,
    leave: async (content) => {
      left.push(content)
      return { url: 'https://secure.example/approve#x', answer: new Promise<boolean>(() => {}), cancel: () => {} }
    },
    spend: places.spend,
    worth: async () => undefined,
  }
  const sign = createSigning({
    queue,
    stage,
    hostOrigin: host,
    approve: createApproval({ ...asking, ...more }),
    warm: () => {},
    loadKeys: async () => keys,
    context: async () => context,
    prepare: prepareRequest,
    surface: (purpose) => void surfaces.push(purpose),
    onSigned: async () => {},
    onSeen: () => {},
    explorerOf: () => 'https://etherscan.io',
    onRecovered: async () => {},
    protection: async () => undefined,
    onUnprotected: async () => {},
    ...more,
  })
  return { sign, stage, shown, surfaces, uses, queue, left, places }
}

let ids = 0
const request = (method: string, params: unknown, chainId?: string) => ({
  id: `r${++ids}`,
  method,
  params,
  ...(chainId === undefined ? {} : { chainId }),
})

const address = fc.constantFrom(own, own, own.toLowerCase(), '0x0000000000000000000000000000000000000001', 'nobody')
const hex = fc.constantFrom(
  '0x',
  '0x48656c6c6f',
  '0x48656c6c6f',
  'Hello',
  '0xzz',
  `0x095ea7b3${'0'.repeat(24)}${'1'.repeat(40)}${'f'.repeat(64)}`,
  '0xa9059cbb',
)
const transaction = fc.record(
  { from: address, to: address, value: fc.constantFrom('0x0', '0x1', '0xde0b6b3a7640000'), data: hex },
  { requiredKeys: ['from', 'to'] },
)
const oddTransaction = fc.record(
  { from: address, to: address, value: fc.constantFrom('1', 1, '-0x1'), gas: hex, type: hex, authorizationList: fc.anything() },
  { requiredKeys: [] },
)
const typedData = fc
  .record(
    {
      types: fc.anything(),
      primaryType: fc.constantFrom('Permit', 'Mail', ''),
      domain: fc.record({ chainId: fc.constantFrom(1, 10, '1'), name: fc.string() }, { requiredKeys: [] }),
      message: fc.anything(),
    },
    { requiredKeys: [] },
  )
  .map((data) => JSON.stringify(data, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)))
const shapes: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  personal_sign: fc.oneof({ arbitrary: fc.tuple(hex, address), weight: 6 }, fc.tuple(fc.string(), fc.constant(own)), fc.anything()),
  eth_signTypedData_v4: fc.oneof(fc.tuple(address, typedData), fc.anything()),
  eth_sendTransaction: fc.oneof({ arbitrary: fc.tuple(transaction), weight: 4 }, fc.tuple(oddTransaction), fc.anything()),
  solana_signMessage: fc.oneof(
    { arbitrary: fc.record({ message: fc.constantFrom('StV1DL6CwTryKyV', '1'), pubkey: fc.constant(ownSolana) }), weight: 4 },
    fc.anything(),
  ),
}
/** What a site may hope to get around the screen with. */
const wishes = fc.constantFrom(
  undefined,
  undefined,
  {},
  { approved: true },
  { skipApproval: true },
  { skipPreflight: true },
  { silent: true, __proto__: null },
)
const parameters = (method: string) =>
  fc
    .tuple(
      shapes[method] ?? fc.oneof(fc.anything(), fc.record({ transaction: fc.base64String(), options: wishes }, { requiredKeys: [] })),
      wishes,
    )
    .map(([params, wish]) => (Array.isArray(params) && wish !== undefined ? [...params, wish] : params))

/** Asks with these parameters, and has a visitor who never approves: they say no, or leave. */
async function refuse(method: string, params: unknown, chainId: string | undefined, unlocked = true) {
  let [asked, recovered] = [0, 0]
  const page = setUp(
    (screen) => {
      if (screen.kind === 'approve' || screen.kind === 'continue') {
        asked += 1
        screen.onReject()
      }
      if (screen.kind === 'recover') {
        recovered += 1
        screen.recovery.onReject()
      }
    },
    {
      ...(method === 'wallet_grantPermissions' && { context: async () => smartContext() }),
      step: () => (unlocked ? { kind: 'none' } : { kind: 'vault', mail: true, identities: [] }),
    },
  )
  const outcome: unknown = await page.sign(request(method, params, chainId)).then(
    () => 'signed',
    (error: unknown) => error,
  )
  expect(page.queue.counts()).toEqual({ active: 0, waiting: 0 })
  return { asked: asked > 0, recovered: recovered > 0, outcome, signatures: page.uses() + (outcome === 'signed' ? 1 : 0) }
}

/** They are refused before anything is shown: operations are made in the page, and stopping a permission is no question. */
const unsupported = ['wallet_revokePermissions', 'eth_sendUserOperation']

test('S5: whatever a method really takes is shown, and nothing is signed without a press on Approve', async () => {
  const runs = 120
  const shown = new Map<string, number>()
  let signatures = 0
  expect([...Object.keys(taken), ...unsupported].toSorted()).toEqual([...signingMethods].toSorted())
  for (const [method, params] of Object.entries(taken)) {
    await fc.assert(
      fc.asyncProperty(params, chainOf(method, solana.id), async (given, chainId) => {
        const { asked, outcome, signatures: made } = await refuse(method, given, chainId)
        signatures += made
        shown.set(method, (shown.get(method) ?? 0) + (asked ? 1 : 0))
        if (asked) expect(outcome).toMatchObject({ code: 4001 })
      }),
      { numRuns: runs },
    )
  }
  expect(signatures).toBe(0)
  // A text may be bytes of a transaction by chance, which is refused; nearly all the rest is a visitor's to decide.
  expect([...shown].filter(([, count]) => count < 100)).toEqual([])
  expect(shown.size).toBe(9)
  recordPromise({
    id: 'S5',
    name: 'requests of the 9 signing methods that were shown to a visitor who never approves',
    runs: runs * 9,
    accepted: signatures,
    more: Object.fromEntries([...shown].map(([method, count]) => [method, `${count} shown`])),
  })
})

test('S5: a browser without a share asks for it first, and signs nothing either', async () => {
  for (const [method, params] of Object.entries(taken)) {
    for (const given of fc.sample(params, 5)) {
      const { asked, recovered, signatures } = await refuse(method, given, undefined, false)
      expect([method, asked, recovered, signatures]).toEqual([method, false, true, 0])
    }
  }
})

test('S5: whatever else a site sends with the 11 signing methods, nothing is signed without a press on Approve', async () => {
  const runs = 120
  let [signatures, refused] = [0, 0]
  expect(signingMethods).toHaveLength(11)
  for (const method of signingMethods) {
    await fc.assert(
      fc.asyncProperty(
        parameters(method),
        fc.constantFrom(undefined, undefined, undefined, ethereum.id, solana.id, 'eip155:10'),
        fc.boolean(),
        async (params, chainId, unlocked) => {
          const { asked, outcome, signatures: made } = await refuse(method, params, chainId, unlocked)
          signatures += made
          if (outcome !== 'signed') refused += 1
          if (unsupported.includes(method)) expect([asked, outcome]).toMatchObject([false, { code: 4200 }])
        },
      ),
      { numRuns: runs },
    )
  }
  expect(signatures).toBe(0)
  expect(refused).toBe(runs * 11)
  recordPromise({
    id: 'S5',
    name: '11 signing methods, parameters of any shape',
    runs: runs * 11,
    accepted: signatures,
  })
})

test('S9: what is signed is the object that was shown, and it is signed once', async () => {
  let prepared: PreparedRequest | undefined
  const page = setUp((screen) => screen.kind === 'approve' && screen.onApprove(), {
    prepare: async (one, context) => (prepared = await prepareRequest(one, context)),
  })
  const signature = await page.sign(request('personal_sign', ['0x48656c6c6f', own]))
  expect(signature).toMatch(/^0x[0-9a-f]{130}$/)
  expect(page.uses()).toBe(1)
  const screen = page.shown.find(({ kind }) => kind === 'approve')
  if (screen?.kind !== 'approve') throw new Error('nothing was shown')
  expect(screen.view).toMatchObject({
    origin: host,
    claim: 'A shop',
    method: 'personal_sign',
    effects: [{ kind: 'message', message: 'Hello' }],
  })
  expect(screen.view.hash).toBe(prepared?.hash)
  expect(Object.isFrozen(screen.view.effects[0])).toBe(true)
  expect(requestView.safeParse(screen.view).success).toBe(true)
  expect(page.shown.map(({ kind }) => kind)).toEqual(['checking', 'approve', 'working', 'empty'])
  expect(page.surfaces).toEqual(['approve', undefined])
})

test('after approval the same surface shows sending and sent, with the operator\u2019s explorer; a signature leaves at once', async () => {
  const page = setUp((screen) => screen.kind === 'approve' && screen.onApprove(), {
    prepare: async (one, context) => ({
      ...(await prepareRequest(one, context)),
      risk: 'normal',
      sign: async () => `0x${'ab'.repeat(32)}`,
    }),
  })
  await page.sign(request('eth_sendTransaction', [{ from: own, to: own, value: '0x1' }]))
  expect(page.shown.map(({ kind }) => kind).slice(0, 4)).toEqual(['checking', 'approve', 'working', 'sent'])
  expect(page.shown.find(({ kind }) => kind === 'working')).toMatchObject({ step: 'sending' })
  expect(page.shown.find(({ kind }) => kind === 'sent')).toMatchObject({ explorer: `https://etherscan.io/tx/0x${'ab'.repeat(32)}` })
  await page.sign(request('personal_sign', ['0x48656c6c6f', own]))
  expect(page.shown.filter(({ kind }) => kind === 'sent')).toHaveLength(1)
})

const twoEther = { from: own, to: '0x00000000000000000000000000000000000000aa', value: '0x1bc16d674ec80000' }

test('what waits for the request before it says so, until it is read; what is over says nothing any more', async () => {
  const told: { onWait?: (() => void) | undefined } = {}
  let ready: () => void = () => {}
  const page = setUp(() => {}, {
    prepare: async (asked, known) => {
      told.onWait = known.onWait
      await new Promise<void>((resolve) => (ready = resolve))
      return prepareRequest(asked, known)
    },
  })
  const signing = page.sign(request('personal_sign', ['0x48656c6c6f', own]))
  signing.catch(() => {})
  await expect.poll(() => page.shown.length).toBe(1)
  told.onWait?.()
  told.onWait?.()
  expect(page.shown).toMatchObject([
    { kind: 'checking', isNext: false },
    { kind: 'checking', isNext: true },
  ])
  ready()
  await expect.poll(() => page.shown.at(-1)?.kind).toBe('approve')
  told.onWait?.()
  expect(page.shown.at(-1)?.kind).toBe('approve')
  page.queue.abort()
  await expect(signing).rejects.toMatchObject({ name: 'AbortedError' })
})

test('S11: a risky request is never approved in the frame, but only by the window\u2019s answer', async () => {
  const answer: { give: (approved: boolean) => void } = { give: () => {} }
  const page = setUp(
    (screen) => {
      if (screen.kind !== 'continue' || !screen.url || screen.opened) return
      const { give } = answer
      screen.onOpen()
      give(true)
    },
    {
      leave: async () => ({
        url: 'https://secure.example/approve#x',
        answer: new Promise((resolve) => (answer.give = resolve)),
        cancel: () => {},
      }),
    },
  )
  await expect(page.sign(request('eth_sendTransaction', [twoEther]))).resolves.toMatch(/^0x/)
  expect(page.shown.map(({ kind }) => kind)).not.toContain('approve')
  expect(page.uses()).toBe(1)
})

test('S11: what leaves with an approval in the frame is counted before it is signed, and what other frames have used up goes to the window', async () => {
  const small = { ...twoEther, value: '0x1' }
  const spending = { leaves: [{ asset: ethereum.id, units: 1n }], millionths: 500_000 }
  const order: string[] = []
  const sign = async () => (order.push('signed'), '0x')
  const prepare: SigningOptions['prepare'] = async (one, context) => ({
    ...(await prepareRequest({ ...one, method: 'personal_sign', params: ['0x48656c6c6f', own] }, context)),
    spending,
    sign,
  })
  const approving = (screen: Screen) => {
    if (screen.kind === 'approve') screen.onApprove()
    if (screen.kind === 'continue' && screen.url && !screen.opened) screen.onOpen()
  }
  const leave = async () => (order.push('window'), { url: 'u', answer: Promise.resolve(true), cancel: () => {} })
  const counted = setUp(approving, { prepare, leave, spend: async () => (order.push('counted'), true) })
  await counted.sign(request('eth_sendTransaction', [small]))
  expect(order.splice(0)).toEqual(['counted', 'signed'])

  const refused = setUp(approving, { prepare, leave, spend: async () => false })
  await refused.sign(request('eth_sendTransaction', [small]))
  expect(order.splice(0)).toEqual(['window', 'window', 'signed'])

  const away = setUp(approving, { prepare, leave, spend: () => Promise.reject(new ServerUnreachableError()) })
  await expect(away.sign(request('eth_sendTransaction', [small]))).rejects.toMatchObject({ name: 'ServerUnreachableError', code: -32603 })
  expect([order.splice(0), away.queue.counts(), away.places.open()]).toEqual([[], { active: 0, waiting: 0 }, 0])

  // What is known to be more than is left is not asked here first.
  const most: SigningOptions['prepare'] = async (...given) => ({
    ...(await prepare(...given)),
    spending: { ...spending, millionths: 3_000_001 },
  })
  const over = setUp(approving, { prepare: most, leave, spend: async () => true })
  await over.sign(request('eth_sendTransaction', [small]))
  expect(over.shown.map(({ kind }) => kind)).not.toContain('approve')
})

test('S9: a request is read once: a node that says something else after the press changes nothing of what is signed', async () => {
  const signed: string[] = []
  let readings = 0
  const prepare: SigningOptions['prepare'] = async (one, context) => {
    const reading = `0x0${(readings += 1)}`
    return { ...(await prepareRequest(one, context)), hash: reading, sign: async () => (signed.push(reading), reading) }
  }
  const page = setUp((screen) => screen.kind === 'approve' && screen.onApprove(), { prepare })
  expect(await page.sign(request('personal_sign', ['0x48656c6c6f', own]))).toBe('0x01')
  expect(page.shown.flatMap((screen) => (screen.kind === 'approve' ? [screen.view.hash] : []))).toEqual(['0x01'])
  expect([readings, signed]).toEqual([1, ['0x01']])
})

test('S11: what a gateway says of prices lets nothing into the frame, and takes nothing out of it', async () => {
  const lies = [0, Number.MIN_VALUE, 1e-18, 1e18, Number.MAX_VALUE]
  const kinds = async (transaction: unknown, worth: number | undefined) => {
    const page = setUp((screen) => (screen.kind === 'approve' || (screen.kind === 'continue' && screen.url)) && screen.onReject(), {
      worth: async () => (worth === undefined ? undefined : { expected: worth, ceiling: worth }),
    })
    await expect(page.sign(request('eth_sendTransaction', [transaction]))).rejects.toMatchObject({ code: 4001 })
    return new Set(page.shown.map(({ kind }) => kind).filter((kind) => kind === 'approve' || kind === 'continue'))
  }
  const small = { ...twoEther, value: '0x1' }
  const allowance = { ...twoEther, value: '0x0', data: `0x095ea7b3${'0'.repeat(24)}${'1'.repeat(40)}${'f'.repeat(64)}` }
  const inFrame = await kinds(small, undefined)
  for (const risky of [twoEther, allowance]) expect([...(await kinds(risky, undefined))]).toEqual(['continue'])
  for (const worth of lies) {
    for (const risky of [twoEther, allowance]) expect([...(await kinds(risky, worth))]).toEqual(['continue'])
    expect(await kinds(small, worth)).toEqual(inFrame)
  }
})

test('S11: where the browser cannot prove that the frame is visible, every request goes to the window, and its no is a no', async () => {
  const page = setUp((screen) => screen.kind === 'continue' && screen.url && !screen.opened && screen.onOpen(), {
    provable: () => false,
    leave: async () => ({ url: 'u', answer: Promise.resolve(false), cancel: () => {} }),
  })
  await expect(page.sign(request('personal_sign', ['0x48656c6c6f', own]))).rejects.toMatchObject({ code: 4001 })
  expect(page.shown.map(({ kind }) => kind)).not.toContain('approve')
  expect(page.uses()).toBe(0)
})

test('S11: a window that was closed can be opened again; the answer of the one before does not count any more', async () => {
  const windows: { give: (approved: boolean) => void; cancelled: boolean }[] = []
  let opens = 0
  const page = setUp(
    (screen) => {
      if (screen.kind !== 'continue' || !screen.url || opens === 2) return
      opens += 1
      screen.onOpen()
      if (opens < 2) return
      windows[0]?.give(true)
      queueMicrotask(() => windows[1]?.give(false))
    },
    {
      leave: async () => {
        const made: (typeof windows)[number] = { give: () => {}, cancelled: false }
        windows.push(made)
        const answer = new Promise<boolean>(
          (resolve, reject) => (made.give = (approved) => (made.cancelled ? reject(new RejectedError()) : resolve(approved))),
        )
        answer.catch(() => {})
        return { url: `u${windows.length}`, answer, cancel: () => ((made.cancelled = true), made.give(false)) }
      },
      provable: () => false,
    },
  )
  await expect(page.sign(request('personal_sign', ['0x48656c6c6f', own]))).rejects.toMatchObject({ code: 4001 })
  expect(page.uses()).toBe(0)
}, 20_000)

test('S11: a window that was closed without an answer is said, and its request goes on in the next one', async () => {
  const windows: ((answer: boolean | 'left') => void)[] = []
  const said: (readonly [opened: boolean, left: boolean | undefined])[] = []
  const page = setUp(
    (screen) => {
      if (screen.kind !== 'continue') return
      const now = [screen.opened, screen.left] as const
      if (String(now) !== String(said.at(-1))) said.push(now)
      if (!screen.url || screen.opened) return
      const give = windows.at(-1) // opening makes the next one ready
      const isFirst = windows.length === 1
      screen.onOpen()
      give?.(isFirst ? 'left' : true)
    },
    {
      leave: async () => {
        const answer = new Promise<boolean | 'left'>((resolve) => windows.push(resolve))
        return { url: 'u', answer, cancel: () => {} }
      },
      provable: () => false,
    },
  )
  await expect(page.sign(request('personal_sign', ['0x48656c6c6f', own]))).resolves.toMatch(/^0x/)
  expect(said).toEqual([
    [false, false],
    [true, false],
    [false, true],
    [true, false],
  ])
  expect(page.uses()).toBe(1)
})

test('S11: a frame that is covered offers the window, with the same request', async () => {
  const page = setUp((screen) => {
    if (screen.kind === 'approve') screen.onHidden?.()
    if (screen.kind === 'continue') screen.onReject()
  })
  await expect(page.sign(request('personal_sign', ['0x48656c6c6f', own]))).rejects.toBeInstanceOf(RejectedError)
  expect(page.left).toMatchObject([{ view: { effects: [{ message: 'Hello' }] } }])
})

test('a browser without a share is asked to recover before the request is shown, and then goes on', async () => {
  let locked = true
  let told = 0
  const page = setUp(
    (screen) => {
      if (screen.kind === 'recover') {
        locked = false
        screen.recovery.onDone()
      }
      if (screen.kind === 'approve') screen.onApprove()
    },
    { step: () => (locked ? { kind: 'vault', mail: true, identities: [] } : { kind: 'none' }), onRecovered: async () => void (told += 1) },
  )
  await expect(page.sign(request('personal_sign', ['0x48656c6c6f', own]))).resolves.toMatch(/^0x/)
  expect(page.shown.map(({ kind }) => kind)).toEqual(['checking', 'recover', 'approve', 'working', 'empty'])
  expect(page.surfaces).toEqual(['approve', 'recover', 'approve', undefined])
  expect(told).toBe(1)
})

test('S48: a wallet that only this browser opens is to be protected before it is first used, and the visitor may go without', async () => {
  const never = () => Promise.reject(new Error('not here'))
  const ways = { address: own, addPasskey: never, createRecoveryCode: never, addPassphrase: never, identities: [], addIdentity: never }
  for (const decision of ['onDone', 'onLater', 'onReject'] as const) {
    const told: string[] = []
    const page = setUp(
      (screen) => {
        if (screen.kind === 'protect') screen.protection[decision]()
        if (screen.kind === 'approve') screen.onApprove()
      },
      {
        protection: async () => ways,
        onUnprotected: async () => void told.push('unprotected'),
        onRecovered: async () => void told.push('recovered'),
      },
    )
    const signed = page.sign(request('personal_sign', ['0x48656c6c6f', own]))
    if (decision === 'onReject') {
      await expect(signed).rejects.toMatchObject({ code: 4001 })
      expect(page.uses()).toBe(0)
      continue
    }
    await expect(signed).resolves.toMatch(/^0x/)
    expect(page.shown.map(({ kind }) => kind)).toEqual(['checking', 'protect', 'approve', 'working', 'empty'])
    expect(told).toEqual([decision === 'onDone' ? 'recovered' : 'unprotected'])
  }
})

test('S12: a page that is hidden or reloaded rejects what is asked with 4001, and nothing is signed', async () => {
  for (const leaving of [false, true]) {
    const page = setUp((screen) => screen.kind === 'approve' && page.queue.hide({ leaving }))
    await expect(page.sign(request('personal_sign', ['0x48656c6c6f', own]))).rejects.toMatchObject({ code: 4001 })
    expect(page.uses()).toBe(0)
    expect(page.stage.state().screen.kind).toBe('empty')
  }
})

test('a request that is taken back while it is being read, or after the visitor has approved', async () => {
  const early = setUp(() => {})
  const site = new AbortController()
  const taken = early.sign(request('personal_sign', ['0x48656c6c6f', own]), site.signal)
  site.abort()
  await expect(taken).rejects.toMatchObject({ message: 'Request was aborted' })
  expect(early.uses()).toBe(0)

  const late = setUp((screen) => {
    if (screen.kind === 'approve') screen.onApprove()
    if (screen.kind === 'working') late.queue.abort()
  })
  await expect(late.sign(request('personal_sign', ['0x48656c6c6f', own]))).resolves.toMatch(/^0x/)
})

test('a request that cannot be read is refused without anything on the screen', async () => {
  const page = setUp(() => {})
  await expect(page.sign(request('eth_sendTransaction', [{ to: 'nobody' }]))).rejects.toMatchObject({ code: -32_602 })
  expect(page.shown.map(({ kind }) => kind)).toEqual(['empty'])
})

test('S15: an unlimited permission that the visitor lowers is read anew and asked once more', async () => {
  const approveAll = {
    from: own,
    to: '0x6B175474E89094C44Da98b954EedeAC495271d0F',
    data: `0x095ea7b3${'0'.repeat(24)}${'1'.repeat(40)}${'f'.repeat(64)}`,
  }
  const seen: string[] = []
  const page = setUp((screen) => {
    if (screen.kind !== 'approve' && screen.kind !== 'continue') return
    const amount = screen.view.effects[0]?.values['unlimited'] === 'true' ? 'unlimited' : (screen.view.effects[0]?.values['amount'] ?? '')
    if (seen.at(-1) !== amount) seen.push(amount)
    if (amount === 'unlimited' && screen.onReduce) void screen.onReduce('5')
    else if (amount !== 'unlimited') screen.onReject()
  })
  await expect(page.sign(request('eth_sendTransaction', [approveAll]))).rejects.toMatchObject({ code: 4001 })
  expect(seen[0]).toBe('unlimited')
  expect(seen).toHaveLength(2)
  expect(page.uses()).toBe(0)
})
