import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hex } from '@scure/base'
import { OutScript, RawTx, Transaction, p2pkh, p2sh, p2tr, p2wpkh, p2wsh, utils } from '@scure/btc-signer'
import { pubECDSA } from '@scure/btc-signer/utils.js'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { ordinalsKey, paymentKey } from './accounts.js'
import { type Bitcoin, createBitcoin } from './createBitcoin.js'

const port = 13_002
let bitcoin: Bitcoin

beforeAll(async () => {
  bitcoin = createBitcoin({ port, automine: false })
  await bitcoin.start()
})
beforeEach(() => bitcoin.reset())
afterAll(() => bitcoin.stop())

const account = (index: number) => {
  const found = bitcoin.accounts[index]
  if (!found) throw new Error(`There is no account ${index}.`)
  return found
}
const get = (path: string) => fetch(`${bitcoin.url}${path}`)
const json = async (path: string) => JSON.parse(await (await get(path)).text())
const post = async (text: string) => {
  const response = await fetch(`${bitcoin.url}/tx`, { method: 'POST', body: text })
  return { status: response.status, text: await response.text() }
}

/** A wallet's own way from a key to a script, for each form that the ledger verifies. */
const forms = {
  p2wpkh: (key: Uint8Array) => p2wpkh(pubECDSA(key)),
  'p2sh-p2wpkh': (key: Uint8Array) => p2sh(p2wpkh(pubECDSA(key))),
  p2pkh: (key: Uint8Array) => p2pkh(pubECDSA(key)),
  p2tr: (key: Uint8Array) => p2tr(utils.pubSchnorr(key)),
} as const
type Form = keyof typeof forms
const everyForm: Form[] = ['p2wpkh', 'p2sh-p2wpkh', 'p2pkh', 'p2tr']
const someKey = new Uint8Array(32).fill(0x60)

interface Spend {
  form?: Form
  key?: Uint8Array
  amount?: bigint
  fee?: bigint
  to?: string
  sighash?: number
  txid?: string
}

/** Gives a key of some form a coin, and spends it all but the fee. Changes may be made before it is signed. */
async function spend({ form = 'p2wpkh', key = someKey, amount = 100_000n, fee = 1000n, to, sighash, txid }: Spend = {}) {
  const { script, address, ...rest } = forms[form](key)
  if (address === undefined) throw new Error('A form without an address.')
  const funding = txid ?? bitcoin.faucet(address, amount)
  const transaction = new Transaction()
  const input = {
    txid: funding,
    index: 0,
    ...(form === 'p2pkh'
      ? { nonWitnessUtxo: hex.decode(await (await get(`/tx/${funding}/hex`)).text()) }
      : { witnessUtxo: { amount, script } }),
    ...('redeemScript' in rest && { redeemScript: rest.redeemScript }),
    ...('tapInternalKey' in rest && { tapInternalKey: rest.tapInternalKey }),
    ...(sighash !== undefined && { sighashType: sighash }),
  }
  transaction.addInput(input)
  transaction.addOutputAddress(to ?? account(1).payment.address, amount - fee)
  transaction.sign(key, sighash === undefined ? undefined : [sighash])
  transaction.finalize()
  return { transaction, address, funding }
}

test('every account starts with one bitcoin in several outputs, an ordinal and a past', async () => {
  expect(bitcoin.accounts).toHaveLength(10)
  for (const { payment, ordinals } of bitcoin.accounts) {
    expect(payment.address).toMatch(/^bc1q/)
    expect(ordinals.address).toMatch(/^bc1p/)
    expect(bitcoin.balanceOf(payment.address)).toBe(100_000_000n)
    expect(bitcoin.balanceOf(ordinals.address)).toBe(10_000n)
    const utxos = await json(`/address/${payment.address}/utxo`)
    expect(utxos).toHaveLength(5)
    const transactions = await json(`/address/${payment.address}/txs`)
    expect(transactions).toHaveLength(6)
    const stats = (await json(`/address/${payment.address}`)).chain_stats
    expect(stats).toMatchObject({ tx_count: 6, funded_txo_count: 6, spent_txo_count: 1, spent_txo_sum: 10_000_282 })
    expect(stats.funded_txo_sum - stats.spent_txo_sum).toBe(100_000_000)
  }
})

test('the seed has the same transactions every time', async () => {
  const ids = async () => (await json(`/address/${account(0).payment.address}/txs`)).map(({ txid }: { txid: string }) => txid)
  const before = await ids()
  bitcoin.faucet(account(0).payment.address, 5000n)
  expect(await ids()).not.toEqual(before)
  await bitcoin.reset()
  expect(await ids()).toEqual(before)
})

test.each(everyForm)('a coin on %s can be spent with a real signature', async (form) => {
  const { transaction, address } = await spend({ form })
  expect(await post(transaction.hex)).toEqual({ status: 200, text: transaction.id })
  expect(bitcoin.balanceOf(address)).toBe(0n)
  expect(bitcoin.balanceOf(account(1).payment.address)).toBe(100_099_000n)
})

test.each(everyForm)('a signature that was tampered with is refused on %s', async (form) => {
  const { transaction, address } = await spend({ form })
  const raw = RawTx.decode(hex.decode(transaction.hex))
  const [witness] = raw.witnesses ?? []
  const signature = witness?.[0] ?? raw.inputs[0]?.finalScriptSig
  if (!signature) throw new Error('It is not signed.')
  signature[20] = (signature[20] ?? 0) ^ 1
  const { status, text } = await post(hex.encode(RawTx.encode(raw)))
  expect(status).toBe(400)
  expect(text).toMatch(/^sendrawtransaction RPC error: \{"code":-26,"message":"mandatory-script-verify-flag-failed/)
  expect(bitcoin.balanceOf(address)).toBe(100_000n)
})

test.each(everyForm)('a signature covers the outputs: a changed one is refused on %s', async (form) => {
  const { transaction } = await spend({ form })
  const raw = RawTx.decode(hex.decode(transaction.hex))
  const outputs = raw.outputs.map((output) => ({ ...output, amount: output.amount - 1n }))
  const { status, text } = await post(hex.encode(RawTx.encode({ ...raw, outputs })))
  expect(status).toBe(400)
  expect(text).toContain('mandatory-script-verify-flag-failed')
})

test.each(everyForm)('a signature of another key is refused on %s', async (form) => {
  const { transaction } = await spend({ form })
  const { transaction: foreign } = await spend({ form, key: new Uint8Array(32).fill(0x61) })
  const raw = RawTx.decode(hex.decode(transaction.hex))
  const other = RawTx.decode(hex.decode(foreign.hex))
  const inputs = raw.inputs.map((input) => ({ ...input, finalScriptSig: other.inputs[0]?.finalScriptSig ?? new Uint8Array() }))
  const mixed = { ...raw, inputs, ...(other.witnesses && { witnesses: other.witnesses }) }
  const { status, text } = await post(hex.encode(RawTx.encode(mixed)))
  expect(status).toBe(400)
  expect(text).toContain('mandatory-script-verify-flag-failed')
})

test.each(everyForm.flatMap((form) => [0x01, 0x02, 0x03, 0x81, 0x82, 0x83].map((sighash) => ({ form, sighash }))))(
  'the hash type $sighash is understood on $form',
  async ({ form, sighash }) => {
    const { transaction } = await spend({ form, sighash })
    expect(await post(transaction.hex)).toEqual({ status: 200, text: transaction.id })
  },
)

test('a second spend of a coin is refused, before its block and after', async () => {
  const first = await spend()
  const second = await spend({ txid: first.funding, to: account(2).payment.address })
  await post(first.transaction.hex)
  expect((await post(second.transaction.hex)).text).toContain('txn-mempool-conflict')
  bitcoin.mine()
  expect((await post(second.transaction.hex)).text).toContain('bad-txns-inputs-missingorspent')
  expect((await post(first.transaction.hex)).text).toContain('Transaction outputs already in utxo set')
})

test('a transaction that waits already is not taken twice', async () => {
  const { transaction } = await spend()
  await post(transaction.hex)
  expect(await post(transaction.hex)).toMatchObject({ status: 400, text: expect.stringContaining('txn-already-in-mempool') })
})

test('an input that nobody knows is refused', async () => {
  const { transaction } = await spend({ txid: 'ab'.repeat(32) })
  expect(await post(transaction.hex)).toMatchObject({
    status: 400,
    text: expect.stringContaining('bad-txns-inputs-missingorspent'),
  })
})

test('no coin is made from nothing', async () => {
  const { transaction } = await spend()
  const raw = RawTx.decode(hex.decode(transaction.hex))
  const outputs = raw.outputs.map((output) => ({ ...output, amount: 100_001n }))
  expect((await post(hex.encode(RawTx.encode({ ...raw, outputs })))).text).toContain(
    'bad-txns-in-belowout, value in (0.00100000) < value out (0.00100001)',
  )
})

test('one satoshi for each virtual byte is enough, and less is not', async () => {
  const { transaction } = await spend()
  const size = BigInt(transaction.vsize)
  const low = await spend({ fee: size - 2n })
  expect((await post(low.transaction.hex)).text).toMatch(/min relay fee not met, \d+ < \d+/)
  const enough = await spend({ fee: size })
  expect(await post(enough.transaction.hex)).toMatchObject({ status: 200 })
})

test.each([
  ['p2wpkh', () => account(2).payment.address, 294n],
  ['p2tr', () => account(2).ordinals.address, 330n],
  ['p2pkh', () => p2pkh(pubECDSA(someKey)).address, 546n],
] as const)('an output below %s dust is refused, at the limit it is taken', async (_form, to, limit) => {
  const dust = await spend({ amount: 10_000n, fee: 10_000n - limit + 1n, to: to() })
  expect((await post(dust.transaction.hex)).text).toContain('dust')
  const enough = await spend({ amount: 10_000n, fee: 10_000n - limit, to: to() })
  expect(await post(enough.transaction.hex)).toMatchObject({ status: 200 })
})

test.each([
  ['nothing', '', 'TX decode failed'],
  ['no hex', 'hello', 'TX decode failed'],
  ['hex that is no transaction', 'deadbeef', 'TX decode failed'],
  ['half a byte', '0', 'TX decode failed'],
])('%s is refused as no transaction', async (_name, text, why) => {
  expect(await post(text)).toMatchObject({ status: 400, text: expect.stringContaining(why) })
})

test('a coinbase is made by nobody but the ledger', async () => {
  const funding = bitcoin.faucet(account(0).payment.address, 5000n)
  const made = await (await get(`/tx/${funding}/hex`)).text()
  const raw = RawTx.decode(hex.decode(made))
  expect((await post(hex.encode(RawTx.encode({ ...raw, lockTime: 7 })))).text).toContain('coinbase')
})

test('an input named twice, a future lock time and an unknown script are refused', async () => {
  const { transaction } = await spend()
  const raw = RawTx.decode(hex.decode(transaction.hex))
  const doubled = {
    ...raw,
    inputs: [...raw.inputs, ...raw.inputs],
    witnesses: [...(raw.witnesses ?? []), ...(raw.witnesses ?? [])],
  }
  expect((await post(hex.encode(RawTx.encode(doubled)))).text).toContain('bad-txns-inputs-duplicate')
  const locked = { ...raw, lockTime: 499_999_999, inputs: raw.inputs.map((input) => ({ ...input, sequence: 0xffff_fffe })) }
  expect((await post(hex.encode(RawTx.encode(locked)))).text).toContain('non-final')
  const odd = { ...raw, outputs: [{ amount: 1000n, script: new Uint8Array([0x51, 0x51]) }] }
  expect((await post(hex.encode(RawTx.encode(odd)))).text).toContain('scriptpubkey')
})

test('a script that the ledger can not check is not spent', async () => {
  const payment = p2wsh(p2pkh(pubECDSA(someKey)))
  const txid = bitcoin.faucet(payment.address, 50_000n)
  const transaction = new Transaction()
  transaction.addInput({
    txid,
    index: 0,
    witnessUtxo: { amount: 50_000n, script: payment.script },
    witnessScript: payment.witnessScript,
  })
  transaction.addOutputAddress(account(0).payment.address, 49_000n)
  transaction.sign(someKey)
  transaction.finalize()
  expect((await post(transaction.hex)).text).toContain('bad-txns-nonstandard-inputs')
})

test('words on the chain cost nothing and pay nobody', async () => {
  const { transaction } = await spend()
  const raw = RawTx.decode(hex.decode(transaction.hex))
  const funded = raw.inputs[0]
  if (!funded) throw new Error('It spends nothing.')
  const worded = new Transaction({ allowUnknownOutputs: true })
  const { script } = p2wpkh(pubECDSA(someKey))
  worded.addInput({ txid: funded.txid, index: 0, witnessUtxo: { amount: 100_000n, script } })
  worded.addOutput({ amount: 0n, script: new Uint8Array([0x6a, 2, 0x68, 0x69]) })
  worded.addOutputAddress(account(3).payment.address, 99_000n)
  worded.sign(someKey)
  worded.finalize()
  expect(await post(worded.hex)).toMatchObject({ status: 200 })
  const [first] = (await json(`/tx/${worded.id}`)).vout
  expect(first).toEqual({
    scriptpubkey: '6a026869',
    scriptpubkey_asm: 'OP_RETURN OP_PUSHBYTES_2 6869',
    scriptpubkey_type: 'op_return',
    value: 0,
  })
})

test('what waits can be spent on, and both go into one block', async () => {
  const first = await spend({ to: forms.p2wpkh(paymentKey(1)).address ?? '' })
  await post(first.transaction.hex)
  const second = await spend({ key: paymentKey(1), amount: 99_000n, txid: first.transaction.id, to: account(4).ordinals.address })
  expect(await post(second.transaction.hex)).toMatchObject({ status: 200 })
  expect(bitcoin.health()).toMatchObject({ waiting: 2 })
  const height = bitcoin.mine()
  expect(bitcoin.health()).toEqual({ up: true, height, waiting: 0 })
  for (const { transaction } of [first, second]) {
    expect(await json(`/tx/${transaction.id}/status`)).toMatchObject({ confirmed: true, block_height: height })
  }
})

test('a transaction is told with esplora\u2019s names, waiting and confirmed', async () => {
  const { transaction, address, funding } = await spend()
  await post(transaction.hex)
  const waiting = await json(`/tx/${transaction.id}`)
  expect(waiting).toEqual({
    txid: transaction.id,
    version: 2,
    locktime: 0,
    size: transaction.toBytes(true, true).length,
    weight: transaction.weight,
    fee: 1000,
    status: { confirmed: false },
    vin: [
      {
        txid: funding,
        vout: 0,
        prevout: {
          scriptpubkey: hex.encode(p2wpkh(pubECDSA(someKey)).script),
          scriptpubkey_asm: `OP_0 OP_PUSHBYTES_20 ${hex.encode(p2wpkh(pubECDSA(someKey)).hash)}`,
          scriptpubkey_type: 'v0_p2wpkh',
          scriptpubkey_address: address,
          value: 100_000,
        },
        scriptsig: '',
        scriptsig_asm: '',
        witness: [expect.stringMatching(/^30/), hex.encode(pubECDSA(someKey))],
        is_coinbase: false,
        sequence: 0xffffffff,
      },
    ],
    vout: [expect.objectContaining({ scriptpubkey_address: account(1).payment.address, value: 99_000 })],
  })
  expect(await json(`/address/${address}`)).toMatchObject({
    address,
    chain_stats: { funded_txo_sum: 100_000, spent_txo_sum: 0, tx_count: 1 },
    mempool_stats: { funded_txo_sum: 0, spent_txo_count: 1, spent_txo_sum: 100_000, tx_count: 1 },
  })
  expect(await json(`/address/${address}/txs/mempool`)).toEqual([waiting])
  const height = bitcoin.mine()
  const { status } = await json(`/tx/${transaction.id}`)
  expect(status).toEqual({
    confirmed: true,
    block_height: height,
    block_hash: await (await get('/blocks/tip/hash')).text(),
    block_time: expect.any(Number),
  })
  expect(await (await get('/blocks/tip/height')).text()).toBe(String(height))
  expect(await (await get(`/tx/${transaction.id}/hex`)).text()).toBe(transaction.hex)
  expect(await json(`/address/${address}/txs/mempool`)).toEqual([])
})

test('a segwit coin inside P2SH is told with what it redeems', async () => {
  const { transaction } = await spend({ form: 'p2sh-p2wpkh' })
  await post(transaction.hex)
  const [input] = (await json(`/tx/${transaction.id}`)).vin
  expect(input).toMatchObject({
    prevout: { scriptpubkey_type: 'p2sh' },
    inner_redeemscript_asm: expect.stringMatching(/^OP_0 OP_PUSHBYTES_20 /),
  })
})

test('the past of an address comes in pages of 25, newest first', async () => {
  const { address } = account(5).ordinals
  const given = Array.from({ length: 60 }, (_, index) => bitcoin.faucet(address, BigInt(1000 + index))).toReversed()
  const ids = (list: { txid: string }[]) => list.map(({ txid }) => txid)
  const first = ids(await json(`/address/${address}/txs`))
  expect(first).toEqual(given.slice(0, 25))
  const second = ids(await json(`/address/${address}/txs/chain/${first.at(-1)}`))
  expect(second).toEqual(given.slice(25, 50))
  const third = ids(await json(`/address/${address}/txs/chain/${second.at(-1)}`))
  expect(third.slice(0, 10)).toEqual(given.slice(50))
  expect(third).toHaveLength(11)
  expect(await json(`/address/${address}/txs/chain/${third.at(-1)}`)).toEqual([])
  expect(await json(`/address/${address}/txs/chain/${'00'.repeat(32)}`)).toEqual([])
  expect(ids(await json(`/address/${address}/txs/chain`))).toEqual(first)
})

test.each([
  ['/address/nonsense', 400, 'Invalid Bitcoin address'],
  ['/address/tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx/utxo', 400, 'Address on invalid network'],
  ['/address/0x742d35Cc6634C0532925a3b844Bc9e7595f8fE00/txs', 400, 'Invalid Bitcoin address'],
  ['/tx/xyz', 400, 'Invalid hex string'],
  [`/tx/${'00'.repeat(32)}`, 404, 'Transaction not found'],
  ['/nowhere', 404, 'endpoint does not exist'],
])('GET %s is answered with %i and a sentence', async (path, status, text) => {
  const response = await get(path)
  expect({ status: response.status, text: await response.text() }).toEqual({ status, text })
})

test('an address that nobody paid is empty, not unknown', async () => {
  const { address } = p2wpkh(pubECDSA(someKey))
  expect(await json(`/address/${address}/utxo`)).toEqual([])
  expect(await json(`/address/${address}`)).toMatchObject({ chain_stats: { tx_count: 0 }, mempool_stats: { tx_count: 0 } })
  expect(bitcoin.balanceOf(address)).toBe(0n)
})

test('fees fall with the blocks that one is ready to wait, and any page may ask', async () => {
  const response = await get('/fee-estimates')
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  const estimates: Record<string, number> = JSON.parse(await response.text())
  expect(estimates['1']).toBeGreaterThan(estimates['6'] ?? 0)
  expect(estimates['6']).toBeGreaterThan(estimates['144'] ?? 0)
  expect(Math.min(...Object.values(estimates))).toBeGreaterThanOrEqual(1)
  const preflight = await fetch(`${bitcoin.url}/tx`, {
    method: 'OPTIONS',
    headers: { origin: 'http://site.example', 'access-control-request-method': 'POST' },
  })
  expect(preflight.headers.get('access-control-allow-methods')).toContain('POST')
})

test('a block follows a transaction by itself after a second', async () => {
  const own = createBitcoin({ port: port + 1 })
  await own.start()
  onTestFinished(() => own.stop())
  const { address, script } = p2wpkh(pubECDSA(someKey))
  const transaction = new Transaction()
  transaction.addInput({ txid: own.faucet(address, 10_000n), index: 0, witnessUtxo: { amount: 10_000n, script } })
  transaction.addOutputAddress(account(0).payment.address, 9000n)
  transaction.sign(someKey)
  transaction.finalize()
  const { height } = own.health()
  await fetch(`${own.url}/tx`, { method: 'POST', body: transaction.hex })
  expect(own.health()).toMatchObject({ height, waiting: 1 })
  await vi.waitFor(() => expect(own.health()).toMatchObject({ height: height + 1, waiting: 0 }), { timeout: 3000 })
})

test('blocks are made on demand', () => {
  const { height } = bitcoin.health()
  expect(bitcoin.mine()).toBe(height + 1)
  expect(bitcoin.mine(6)).toBe(height + 7)
})

test('the faucet takes real addresses alone, and leaves what waits alone', async () => {
  expect(() => bitcoin.faucet('nonsense', 1000n)).toThrow('Invalid Bitcoin address')
  const { transaction } = await spend()
  await post(transaction.hex)
  bitcoin.faucet(account(7).payment.address, 1000n)
  expect(bitcoin.health()).toMatchObject({ waiting: 1 })
  expect(bitcoin.balanceOf(account(7).payment.address)).toBe(100_001_000n)
})

test('a ledger that is kept is the same after a restart, with what waits', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bitcoin-'))
  const persist = join(folder, 'ledger.json')
  const log = vi.fn()
  const shared = bitcoin
  onTestFinished(async () => {
    await bitcoin.stop()
    bitcoin = shared
    rmSync(folder, { recursive: true })
  })
  // A port for each, because `fetch` keeps connections to the one before.
  const startAt = async (own: number) => {
    bitcoin = createBitcoin({ port: own, automine: false, persist, log })
    await bitcoin.start()
  }
  await startAt(port + 2)
  const mined = await spend()
  await post(mined.transaction.hex)
  bitcoin.mine()
  const waits = await spend({ key: ordinalsKey(3), form: 'p2tr', amount: 7000n })
  await post(waits.transaction.hex)
  const ids = [mined, waits].map(({ transaction }) => `/tx/${transaction.id}`)
  const paths = [...ids, `/address/${account(1).payment.address}/txs`, '/blocks/tip/hash']
  const told = () => Promise.all(paths.map(async (path) => (await get(path)).text()))
  const before = await told()
  await bitcoin.stop()

  await startAt(port + 3)
  expect(await told()).toEqual(before)
  await bitcoin.reset()
  await bitcoin.stop()
  expect(JSON.parse(readFileSync(persist, 'utf8')).mempool).toEqual([])

  writeFileSync(persist, '{"blocks":"none"}')
  await startAt(port + 4)
  expect(log).toHaveBeenCalledWith('warn', 'bitcoin.outdated', expect.anything())
  expect(bitcoin.balanceOf(account(0).payment.address)).toBe(100_000_000n)
})

test('a port that is taken is named', async () => {
  await expect(createBitcoin({ port }).start()).rejects.toMatchObject({ name: 'PortInUseError', port })
})

test('a known script of every form reads back as its address', () => {
  const scripts = everyForm.map((form) => forms[form](someKey))
  expect(scripts.map(({ script }) => OutScript.decode(script).type)).toEqual(['wpkh', 'sh', 'pkh', 'tr'])
})
