import { connect, createPortico, getAccount, mount, type Portico } from '@portico/core'
import { getCallsStatus, getCapabilities, sendCalls, stopCalls, waitForCalls, type Instruction } from '@portico/core/calls'
import type { Solana } from '@portico/chains/solana'
import { memoryStorage, reject } from '@portico/testing'
import { createSolanaWallet, registerStandard, type HeadlessSolanaWallet, type SolanaWalletOptions } from '@portico/testing/solana'
import { address, AccountRole, lamports } from '@solana/kit'
import { Connection, Keypair, TransactionMessage, VersionedTransaction } from '@solana/web3.js'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { transferSol } from '../implementation/programs.js'
import { solana as mainnet, solanaDevnet } from '../networks.js'
import type { SolanaOptions } from '../options.js'
import { solana } from '../solana.js'
import { startChain, useWebSocket } from '../test/chain.js'
import { addressOf } from '../test/keys.js'
import { bodyOf } from '../test/request.js'

const port = 14_071
const fee = 5_000n
let chain: Solana
let options: SolanaOptions
let stopChain: () => Promise<void>
let restoreSocket: () => void
let wallet: HeadlessSolanaWallet
const stops: (() => void)[] = []

beforeAll(async () => {
  restoreSocket = useWebSocket()
  const page = new EventTarget()
  Object.assign(globalThis, {
    window: Object.assign(page, { addEventListener: page.addEventListener.bind(page), dispatchEvent: page.dispatchEvent.bind(page) }),
  })
  ;({ chain, options, stop: stopChain } = await startChain(port))
}, 60_000)
afterAll(async () => {
  await stopChain()
  restoreSocket()
})
beforeEach(() => chain.reset())
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

/** What a node is asked for on its way: left to the node where undefined. */
type Between = (method: string, params: readonly unknown[]) => unknown
const portOf = (between: Between): typeof fetch => {
  return async (input, init) => {
    const { method, params } = bodyOf(init)
    const result = await between(method, params)
    return result === undefined ? fetch(input, init) : Response.json({ jsonrpc: '2.0', id: 1, result })
  }
}

/** A node that takes what fails. */
const unchecked: Between = async (method, params) => {
  if (method !== 'sendTransaction') return undefined
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [params[0], { encoding: 'base64', skipPreflight: true }] })
  const answer = await fetch(chain.urls.http, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  return ((await answer.json()) as { result: unknown }).result
}
const signs = ['standard:connect', 'standard:events', 'solana:signTransaction'] as const

/** A page of a site, with a visitor who connected. */
async function visit(
  over: Partial<SolanaWalletOptions> = {},
  between: Between = () => undefined,
  storage = memoryStorage(),
): Promise<Portico> {
  wallet = createSolanaWallet({ accounts: 2, chains: { 'solana:mainnet': chain.urls.http }, ...over })
  const portico = createPortico({ adapters: [solana(options)], storage, fetch: portOf(between) })
  stops.push(mount(portico), registerStandard(wallet))
  await connect(portico, { connectorId: 'standard:Test Solana Wallet' })
  return portico
}

const [from, to] = [addressOf(0), addressOf(1)]
const memoOf = (length: number, text = 'a'): Instruction => ({
  programAddress: 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  data: new TextEncoder().encode(text.repeat(length)),
})
const pay = (value: bigint): Instruction => {
  const { program, accounts, data } = transferSol({ from, to, units: value })
  return {
    programAddress: program,
    accounts: accounts.map(({ address: used, signs }) => ({ address: used, role: signs ? 3 : 1 })),
    data,
  }
}
/** Of which each fills most of a transaction. */
const threeLong = (...values: readonly bigint[]) => values.flatMap((value, at) => [memoOf(900, `${at}`), pay(value)])
const asked = () => wallet.log.filter(({ method }) => /sign.*Transaction/i.test(method)).length
const quick = { pollingInterval: 20 }

describe('one transaction', () => {
  test('holds transfers and instructions of programs, is asked for once, and is there as a whole', async () => {
    const portico = await visit()
    const before = chain.balanceOf(to)
    const { id } = await sendCalls(portico, { calls: [{ to, value: 3n }, pay(4n), memoOf(5)], atomicRequired: true })
    expect(await waitForCalls(portico, { id, ...quick })).toMatchObject({
      status: 200,
      atomic: true,
      networkId: mainnet.id,
      receipts: [{ status: 'success', logs: [] }],
    })
    expect(chain.balanceOf(to) - before).toBe(7n)
    expect(asked()).toBe(1)
  })

  test('asked for twice, one right after the other, is two', async () => {
    let [told, until]: [unknown, number] = [undefined, 0]
    const slow: Between = async (method, params) => {
      if (method !== 'getLatestBlockhash') return undefined
      if (Date.now() < until) return told
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      const answer = await fetch(chain.urls.http, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
      ;[told, until] = [((await answer.json()) as { result: unknown }).result, Date.now() + 1_000]
      return told
    }
    const portico = await visit({ features: signs }, slow)
    const before = chain.balanceOf(to)
    const ids = [await sendCalls(portico, { calls: [pay(4n)] }), await sendCalls(portico, { calls: [pay(4n)] })].map(({ id }) => id)
    for (const id of ids) expect(await waitForCalls(portico, { id, ...quick })).toMatchObject({ status: 200 })
    expect(chain.balanceOf(to) - before).toBe(8n)
  })

  test("is read by web3.js and takes kit's instructions as they are", async () => {
    const portico = await visit()
    const ofKit = {
      programAddress: address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'),
      accounts: [{ address: address(from), role: AccountRole.READONLY_SIGNER }],
      data: new TextEncoder().encode('kit'),
    }
    const { id } = await sendCalls(portico, { calls: [ofKit, pay(lamports(9n))] })
    const [{ transactionHash } = { transactionHash: '' }] = (await waitForCalls(portico, { id, ...quick })).receipts
    const found = await new Connection(chain.urls.http).getTransaction(transactionHash, {
      commitment: 'confirmed',
      maxSupportedTransactionVersion: 0,
    })
    expect(found?.version).toBe(0)
    const message = found?.transaction.message
    if (!message || message.version !== 0) return expect.unreachable('It is of version 0.')
    const { instructions, payerKey } = TransactionMessage.decompile(message)
    expect(payerKey.toBase58()).toBe(from)
    expect(
      instructions.map(({ programId, keys, data }) => ({
        program: programId.toBase58(),
        keys: keys.map(({ pubkey }) => pubkey.toBase58()),
        data: Uint8Array.from(data),
      })),
    ).toEqual([
      { program: ofKit.programAddress, keys: [from], data: ofKit.data },
      { program: pay(9n).programAddress, keys: [from, to], data: pay(9n).data },
    ])
  })

  test('is a legacy one for a wallet that signs no others', async () => {
    const portico = await visit({ transactionVersions: ['legacy'] })
    const { id } = await sendCalls(portico, { calls: [pay(1n), pay(2n)] })
    const [{ transactionHash } = { transactionHash: '' }] = (await waitForCalls(portico, { id, ...quick })).receipts
    const found = await new Connection(chain.urls.http).getTransaction(transactionHash, {
      commitment: 'confirmed',
      maxSupportedTransactionVersion: 0,
    })
    expect(found?.version).toBe('legacy')
  })

  test('that reverts on the chain is 500, and nothing of it has happened', async () => {
    const portico = await visit({ features: signs }, unchecked)
    const before = [chain.balanceOf(from), chain.balanceOf(to)]
    const { id } = await sendCalls(portico, { calls: [pay(1n), pay(10n ** 18n)] })
    expect(await waitForCalls(portico, { id, ...quick })).toMatchObject({ status: 500, receipts: [{ status: 'reverted' }] })
    expect([chain.balanceOf(from), chain.balanceOf(to)]).toEqual([(before[0] ?? 0n) - fee, before[1]])
  })

  test('that the network drops is under way until its blockhash has expired, and 400 after, for any page', async () => {
    const dropped: Between = (method, [wire]) => (method === 'sendTransaction' && typeof wire === 'string' ? signatureIn(wire) : undefined)
    const portico = await visit({ features: signs }, dropped)
    const { id } = await sendCalls(portico, { calls: [pay(1n), pay(2n)] })
    expect(await getCallsStatus(portico, { id })).toMatchObject({ status: 100, receipts: [] })
    chain.mine(260)
    const reloaded = await visit()
    expect(await getCallsStatus(reloaded, { id })).toMatchObject({ status: 400, receipts: [] })
  })

  test('pays what recent slots took, and leaves alone what says itself what it pays', async () => {
    const paid: Between = (method) => (method === 'getRecentPrioritizationFees' ? [{ slot: 1, prioritizationFee: 1_000_000 }] : undefined)
    const portico = await visit({}, paid)
    const before = chain.balanceOf(from)
    const { id } = await sendCalls(portico, { calls: [pay(1n), memoOf(1)] })
    await waitForCalls(portico, { id, ...quick })
    expect(before - chain.balanceOf(from)).toBe(1n + fee + 206_000n)
    const own: Instruction = { programAddress: 'ComputeBudget111111111111111111111111111111', data: Uint8Array.from([2, 64, 156, 0, 0]) }
    const second = await sendCalls(portico, { calls: [own, pay(1n)] })
    await waitForCalls(portico, { id: second.id, ...quick })
    expect(before - chain.balanceOf(from)).toBe(2n + 2n * fee + 206_000n)
  })
})

describe('more than one holds', () => {
  test.each([
    ['with room', 900, 3],
    ['that are full', 975, 6],
  ])('all of it happens where several of its transactions do the same, to the byte: %s', async (_, length, transactions) => {
    const portico = await visit()
    const before = chain.balanceOf(to)
    const { id } = await sendCalls(portico, { calls: [3n, 3n, 3n].flatMap((value) => [memoOf(length), pay(value)]) })
    const { status, receipts } = await waitForCalls(portico, { id, ...quick })
    expect([status, receipts.length, new Set(receipts.map(({ transactionHash }) => transactionHash)).size]).toEqual([
      200,
      transactions,
      transactions,
    ])
    expect(chain.balanceOf(to) - before).toBe(9n)
  })

  test('is several transactions, signed at once, each sent when the one before it is there', async () => {
    const methods: string[] = []
    const portico = await visit({}, (method) => void methods.push(method))
    const before = chain.balanceOf(to)
    const { id } = await sendCalls(portico, { calls: threeLong(1n, 2n, 4n) })
    await expect.poll(() => methods.filter((method) => method === 'sendTransaction')).toHaveLength(3)
    const sends = methods.flatMap((method, at) => (method === 'sendTransaction' ? [at] : []))
    for (const [at, place] of sends.slice(1).entries()) expect(methods.slice(sends[at], place)).toContain('getSignatureStatuses')
    expect(asked()).toBe(1)
    const done = await waitForCalls(portico, { id, ...quick })
    expect(done).toMatchObject({ status: 200, atomic: false })
    const slots = done.receipts.map(({ blockNumber }) => blockNumber)
    expect(slots).toHaveLength(3)
    expect(slots).toEqual(slots.toSorted((one, other) => Number(one - other)))
    expect(new Set(slots).size).toBe(3)
    expect(chain.balanceOf(to) - before).toBe(7n)
  })

  test.each([
    ['turns away', undefined, ['success']],
    ['takes', unchecked, ['success', 'reverted']],
  ] as const)(
    'what comes after a transaction that fails is not sent, and the batch is 600, where the node %s it',
    async (_, between, told) => {
      const portico = await visit({}, between)
      const before = chain.balanceOf(to)
      const { id } = await sendCalls(portico, { calls: threeLong(1n, 10n ** 18n, 4n) })
      const done = await waitForCalls(portico, { id, ...quick })
      expect(done.status).toBe(600)
      expect(done.receipts.map(({ status }) => status)).toEqual(told)
      expect(chain.balanceOf(to) - before).toBe(1n)
    },
  )

  test('after a reload the chain tells: under way while the rest can still come, 600 when it cannot', async () => {
    let sends = 0
    const gone: Between = (method) => {
      if (method === 'sendTransaction') sends += 1
      return sends > 1 ? new Promise(() => undefined) : undefined // the page is closed
    }
    const portico = await visit({}, gone)
    const { id } = await sendCalls(portico, { calls: threeLong(1n, 2n, 4n) })
    await expect.poll(() => sends).toBe(2)
    const reloaded = await visit()
    expect(await getCallsStatus(reloaded, { id })).toMatchObject({ status: 100, receipts: [{ status: 'success' }] })
    chain.mine(260)
    expect(await getCallsStatus(reloaded, { id })).toMatchObject({ status: 600, receipts: [{ status: 'success' }] })
  })

  /** What a page leaves that is closed while it sends the second of three, or while the second is on its way. */
  async function left(reached: 'sent' | 'unsent') {
    const storage = memoryStorage()
    let [sends, isGone] = [0, false]
    const closed: Between = (method) => {
      if (method === 'sendTransaction') sends += 1
      if (sends > 1 && reached === 'unsent') isGone = true
      if (isGone) return new Promise(() => undefined)
      if (sends > 1) isGone = true
      return undefined
    }
    const before = chain.balanceOf(to)
    const portico = await visit({}, closed, storage)
    const { id } = await sendCalls(portico, { calls: threeLong(1n, 2n, 4n) })
    await expect.poll(() => isGone).toBe(true)
    for (const stop of stops.splice(0)) stop()
    return { id, before, kept: memoryStorage(Object.fromEntries(storage.entries)) }
  }
  /** The page that comes after it: nobody presses anything. @returns the transactions that it has sent */
  async function reload(kept: ReturnType<typeof memoryStorage>) {
    const wires: unknown[] = []
    const fetchBetween = portOf((method, [wire]) => void (method === 'sendTransaction' && wires.push(wire)))
    const portico = createPortico({ adapters: [solana(options)], storage: kept, fetch: fetchBetween })
    stops.push(registerStandard(wallet), mount(portico))
    await expect.poll(() => getAccount(portico).status).toBe('connected')
    await getCapabilities(portico) // or a balance: whatever a page asks first of an account
    return { portico, wires }
  }

  test.each(['sent', 'unsent'] as const)(
    'a page that is closed with the second %s leaves the rest to the next, which asks nobody',
    async (how) => {
      const { id, before, kept } = await left(how)
      const { portico, wires } = await reload(kept)
      expect(await waitForCalls(portico, { id, ...quick })).toMatchObject({ status: 200, receipts: [{}, {}, {}] })
      expect(chain.balanceOf(to) - before).toBe(7n)
      expect(asked()).toBe(1) // by the page before
      expect(wires.length).toBeLessThanOrEqual(2)
      await expect.poll(() => kept.getItem('@portico/portico/signed')).toBe('[]')
    },
  )

  test('what was left and has expired is dropped, not sent', async () => {
    const { id, before, kept } = await left('unsent')
    chain.mine(260)
    const { portico, wires } = await reload(kept)
    await expect.poll(() => kept.getItem('@portico/portico/signed')).toBe('[]')
    expect(wires).toEqual([])
    expect(await getCallsStatus(portico, { id })).toMatchObject({ status: 600 })
    expect(chain.balanceOf(to) - before).toBe(1n)
  })

  test('storage that somebody else has written is nothing', async () => {
    const { kept } = await left('unsent')
    const good = kept.getItem('@portico/portico/signed') ?? ''
    const [batch] = JSON.parse(good) as { wires: string[] }[]
    const wrong = ['{}', '[1, null, "a"]', '[{"networkId":"eip155:1"}]', '{', JSON.stringify([{ ...batch, wires: ['!'] }])]
    for (const text of [...wrong, JSON.stringify([{ ...batch, wires: [] }]), JSON.stringify([{ ...batch, lastValidBlockHeight: 'x' }])]) {
      kept.setItem('@portico/portico/signed', text)
      const { wires } = await reload(kept)
      expect(wires).toEqual([])
      for (const stop of stops.splice(0)) stop()
    }
  })

  test('is refused where all has to happen or nothing, and nothing is asked of the wallet', async () => {
    const portico = await visit()
    const flowControl = { flowControl: { atomicity: 'strict' } }
    for (const strict of [{ atomicRequired: true }, { capabilities: flowControl }])
      await expect(sendCalls(portico, { calls: threeLong(1n, 2n), ...strict })).rejects.toMatchObject({
        name: 'BundleTooLargeError',
        code: 5740,
      })
    await expect(sendCalls(portico, { calls: Array.from({ length: 42 }, () => memoOf(700)) })).rejects.toMatchObject({ code: 5740 })
    await expect(sendCalls(portico, { calls: [pay(1n), memoOf(1_233)] })).rejects.toMatchObject({
      name: 'InvalidOptionError',
      option: 'calls[1]',
    })
    expect(asked()).toBe(0)
  })

  test('a wallet that sends what it signs is asked for transfers one by one, and takes no instructions beyond one transaction', async () => {
    const portico = await visit({ features: ['standard:connect', 'standard:events', 'solana:signAndSendTransaction'] })
    await expect(sendCalls(portico, { calls: threeLong(1n, 2n) })).rejects.toMatchObject({ code: 5740 })
    const one = await sendCalls(portico, { calls: [pay(1n), pay(2n)] })
    expect(await waitForCalls(portico, { id: one.id, ...quick })).toMatchObject({ status: 200, atomic: true })
    const many = Array.from({ length: 30 }, (_, at) => ({
      to: Keypair.fromSeed(new Uint8Array(32).fill(100 + at)).publicKey.toBase58(),
      value: 1_000_000n,
    }))
    const { id } = await sendCalls(portico, { calls: many })
    stopCalls(portico, id)
    const done = await waitForCalls(portico, { id, ...quick })
    expect(done).toMatchObject({ status: 600, atomic: false, receipts: [{ status: 'success' }] })
    expect(asked()).toBe(2)
  })
})

describe('refused', () => {
  test('before anything is asked: what is malformed, another signer, a name of the site, an ability that is not there', async () => {
    const portico = await visit()
    const { programAddress } = memoOf(1)
    for (const [call, option] of [
      [{ to: '0x00', value: 1n }, 'calls[1].to'],
      [{ to, value: 2n ** 64n }, 'calls[1].value'],
      [{ to, data: '0x00' }, 'calls[1].data'],
      [{ programAddress: 'no' }, 'calls[1].programAddress'],
      [{ programAddress, accounts: 7 as never }, 'calls[1].accounts'],
      [{ programAddress, accounts: [{ address: 'no', role: 0 as const }] }, 'calls[1].accounts[0].address'],
      [{ programAddress, accounts: [{ address: to, role: 4 as never }] }, 'calls[1].accounts[0].role'],
      [{ programAddress, accounts: [{ address: to, role: 2 as const }] }, 'calls[1].accounts[0]'],
      [{ programAddress, data: 'text' as never }, 'calls[1].data'],
    ] as const)
      await expect(sendCalls(portico, { calls: [pay(1n), call] })).rejects.toMatchObject({ name: 'InvalidOptionError', option })
    await expect(sendCalls(portico, { calls: [pay(1n)], id: 'mine' })).rejects.toMatchObject({ option: 'id' })
    const paymaster = { paymasterService: { url: 'https://pay.example' } }
    await expect(sendCalls(portico, { calls: [pay(1n)], capabilities: paymaster })).rejects.toMatchObject({ code: 5700 })
    const onFailure = { capabilities: { flowControl: { 'on-failure': 'continue' } } }
    await expect(sendCalls(portico, { calls: [{ to, value: 1n, ...onFailure }, pay(1n)] })).rejects.toMatchObject({ code: 5760 })
    await expect(sendCalls(portico, { calls: [pay(1n)], networkId: solanaDevnet.id })).rejects.toMatchObject({ name: 'ChainMismatchError' })
    expect(asked()).toBe(0)
    const optional = { paymasterService: { url: 'https://pay.example', optional: true } }
    await sendCalls(portico, { calls: [pay(1n)], capabilities: optional })
  })

  test('by the visitor: nothing is sent, and by the chain before it is sent', async () => {
    const portico = await visit({ features: signs })
    wallet.script('solana:signTransaction', reject())
    await expect(sendCalls(portico, { calls: threeLong(1n, 2n) })).rejects.toMatchObject({ name: 'UserRejectedError' })
    await expect(sendCalls(portico, { calls: [pay(1n), pay(10n ** 18n)] })).rejects.toMatchObject({ name: 'InsufficientFundsError' })
  })

  test('an id of nobody is unknown, whatever it looks like', async () => {
    const portico = await visit()
    const hash = '1'.repeat(64)
    for (const id of [
      '',
      '0x00',
      `${mainnet.id}/1/abc`,
      `${mainnet.id}/x/${hash}`,
      `eip155:1/1/${hash}`,
      `${mainnet.id}/1/${`${hash}.`.repeat(21)}${hash}`,
    ])
      await expect(getCallsStatus(portico, { id: id || 'x' })).rejects.toMatchObject({ code: 5730 })
    chain.mine(200_002 - chain.mine())
    await expect(getCallsStatus(portico, { id: `${mainnet.id}/1/${hash}` })).rejects.toMatchObject({ code: 5730 })
  })
})

test('what it can do is told for each network', async () => {
  const portico = await visit()
  expect((await getCapabilities(portico))[mainnet.id]).toEqual({ atomic: { status: 'supported' }, flowControl: { strict: ['rollback'] } })
})

/** The signature of a transaction that nobody sends. */
function signatureIn(wire: string): string {
  const { signatures } = VersionedTransaction.deserialize(Buffer.from(wire, 'base64'))
  return Buffer.from(signatures[0] ?? []).toString('hex')
}
