import { delegationTo, simple7702Account } from '@portico/contracts'
import { expect, test } from 'vitest'
import { ethereum, keys as testKeys, nodeDouble, own, testContext } from '../requests/kit.test.helper.js'
import { prepareRequest } from '../requests/prepare.js'
import { createStage, type Screen } from '../screens/stage.js'
import type { Keys } from '../types.js'
import { createApproval } from './approval.js'
import { memoryPlaces } from './places.test.helper.js'
import { createQueue } from './queue.js'
import { createSigning } from './signing.js'

const host = 'https://shop.example'

/** A plain account on a network that is turned on, and a visitor who does what `visitor` says with each screen. */
function setUp(visitor: (screen: Screen) => void, code = '0x') {
  const stage = createStage()
  const shown: Screen['kind'][] = []
  stage.subscribe(() => {
    const { screen } = stage.state()
    shown.push(screen.kind)
    queueMicrotask(() => visitor(screen))
  })
  const network = { ...ethereum, smartAccounts: { bundlerUrl: 'https://bundler.example' } }
  const { fetch } = nodeDouble({ eth_getCode: ([of]: readonly unknown[]) => (of === own ? code : '0x60') })
  const context = testContext({ networks: [network], fetch })
  const places = memoryPlaces()
  let uses = 0
  const keys = {
    unlockStep: async () => ({ kind: 'none' }),
    withKey(namespace, use) {
      uses += 1
      return testKeys.withKey(namespace, use)
    },
  } as Partial<Keys> as Keys // the rest of a wallet is not asked for
  const sign = createSigning({
    queue: createQueue({ places }),
    stage,
    hostOrigin: host,
    approve: createApproval({
      stage,
      hostOrigin: host,
      claim: () => undefined,
      provable: () => true,
      leave: async () => ({ url: 'https://secure.example/approve#x', answer: new Promise<boolean>(() => {}), cancel: () => {} }),
      spend: places.spend,
      worth: async () => undefined,
    }),
    warm: () => {},
    loadKeys: async () => keys,
    context: async () => context,
    prepare: prepareRequest,
    surface: () => {},
    onSigned: async () => {},
    onSeen: () => {},
    explorerOf: () => undefined,
    onRecovered: async () => {},
    protection: async () => undefined,
    onUnprotected: async () => {},
  })
  const ask = (atomicRequired = true) =>
    sign({
      id: 'r1',
      method: 'wallet_sendCalls',
      params: [{ version: '2.0.0', chainId: '0x1', atomicRequired, calls: [{ to: `0x${'1'.repeat(40)}`, value: '0x1' }] }],
    })
  return { ask, shown, uses: () => uses }
}

test('5750: who keeps the account as it is has refused the upgrade, and nothing is signed (EIP-5792)', async () => {
  const { ask, shown, uses } = setUp((screen) => {
    if (screen.kind !== 'upgrade') return
    expect(screen).toMatchObject({ origin: host, networkName: 'Ethereum', foreign: false })
    screen.onReject()
  })
  await expect(ask()).rejects.toMatchObject({ name: 'UpgradeRejectedError', code: 5750 })
  expect(shown).not.toContain('approve')
  expect(shown).not.toContain('continue')
  expect(uses()).toBe(0)
})

test('S5, S11: who agrees has signed nothing yet: the batch with the upgrade in it is approved in a window, and can be rejected there', async () => {
  const { ask, shown, uses } = setUp((screen) => {
    if (screen.kind === 'upgrade') screen.onAgree()
    if (screen.kind !== 'continue') return
    expect(screen.view.effects[0]).toEqual({ kind: 'upgrade', values: { delegate: simple7702Account } })
    screen.onReject()
  })
  await expect(ask()).rejects.toMatchObject({ code: 4001 })
  expect(shown).not.toContain('approve')
  expect(uses()).toBe(0)
})

test('nobody is asked for an upgrade that is there, or that the site can do without', async () => {
  const reject = (screen: Screen) => void ((screen.kind === 'approve' || screen.kind === 'continue') && screen.onReject())
  const there = setUp(reject, delegationTo(simple7702Account))
  await expect(there.ask()).rejects.toMatchObject({ code: 4001 })
  expect(there.shown).not.toContain('upgrade')
  const without = setUp(reject)
  await expect(without.ask(false)).rejects.toMatchObject({ code: 4001 })
  expect(without.shown).not.toContain('upgrade')
})
