import { base64, hex } from '@scure/base'
import { p2wpkh, Transaction } from '@scure/btc-signer'
import { createBitcoin } from '@portico/chains/bitcoin'
import { reject } from '@portico/testing'
import { Verifier } from 'bip322-js'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bitcoin as mainnet, bitcoinSignet, bitcoinTestnet } from '../networks.js'
import { never, testAdapter, type TestAdapter } from '../test/adapter.js'
import { faceNames, faces, installed } from '../test/faces.js'

const ledger = createBitcoin({ port: 15001, automine: false })
const url = ledger.url
const [first, second, third] = ledger.accounts
if (!first || !second || !third) throw new Error('no accounts')
const payment = first.payment.address
const ordinals = first.ordinals.address

beforeAll(() => ledger.start())
afterAll(() => ledger.stop())

let visit: TestAdapter
const stops: (() => void)[] = []
beforeEach(async () => {
  await ledger.reset()
  visit = await testAdapter({ url })
  stops.push(visit.stop)
})
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

const signal = never()

describe.each(faceNames)('a wallet of the %s shape', (face) => {
  const { id, hasBoth, isSilent, moves, usual, asked } = faces[face]
  const connectorId = id
  const target = { connectorId, address: payment, networkId: mainnet.id }

  async function connected(options: Parameters<typeof installed>[1] = {}) {
    const found = installed(face, { esploraUrl: url, ...options })
    const grant = await visit.adapter.connect({ connector: found.connector, signal })
    return { ...found, grant }
  }

  test('is found, and lets the site in with its addresses and their keys, the payment address first', async () => {
    const { connector, grant } = await connected()
    expect(connector).toMatchObject({
      id,
      namespaces: ['bip122'],
      installed: true,
      kind: id.startsWith('direct:') ? 'injected' : 'announced',
    })
    expect(grant).toEqual({
      addresses: hasBoth ? [payment, ordinals] : [payment],
      accounts: [{ ...first.payment, type: 'payment' }, ...(hasBoth ? [{ ...first.ordinals, type: 'ordinal' }] : [])],
      networkId: mainnet.id,
    })
    expect(visit.reports).toEqual([])
  })

  test('puts ordinals first where the host wants that', async () => {
    const other = await testAdapter({ url, ordinals: true })
    stops.push(other.stop)
    const { connector } = installed(face)
    const { addresses } = await other.adapter.connect({ connector, signal })
    expect(addresses[0]).toBe(hasBoth ? ordinals : payment)
  })

  test(
    isSilent
      ? 'lets the site in again after a reload, without asking anybody'
      : 'cannot say without asking whether the site is let in, and is not asked',
    async () => {
      const { wallet, connector } = await connected()
      const later = await testAdapter({ url })
      stops.push(later.stop)
      wallet.setPolicy('manual')
      const grant = await later.adapter.reconnect({ connector, signal })
      expect(wallet.pending).toEqual([])
      if (isSilent) expect(grant?.addresses[0]).toBe(payment)
      else expect(grant).toBeUndefined()
    },
  )

  test('is not let in again where it never was', async () => {
    const { wallet, connector } = installed(face)
    wallet.setPolicy('manual')
    expect(await visit.adapter.reconnect({ connector, signal })).toBeUndefined()
    expect(wallet.pending).toEqual([])
  })

  test('what it agrees to after the visitor turned away and came back counts', async () => {
    const { wallet, connector } = installed(face, { policy: 'manual' })
    const turn = new AbortController()
    const left = visit.adapter.connect({ connector, signal: turn.signal })
    await expect.poll(() => wallet.pending.length).toBe(1)
    turn.abort()
    await expect(left).rejects.toMatchObject({ name: 'ConnectionCancelledError' })
    const again = visit.adapter.connect({ connector, signal })
    await new Promise((resolve) => setTimeout(resolve, 20))
    wallet.approve(wallet.pending[0]?.id)
    expect(await again).toMatchObject({ networkId: expect.any(String) })
  })

  test('declines to connect', async () => {
    const { wallet, connector } = installed(face)
    wallet.script('connect', reject())
    await expect(visit.adapter.connect({ connector, signal })).rejects.toMatchObject({ name: 'UserRejectedError', code: 4001 })
    await expect(visit.adapter.signMessage({ ...target, message: 'hello' })).rejects.toMatchObject({ name: 'ConnectorNotConnectedError' })
  })

  test(`signs a message by ${usual}, and says so`, async () => {
    await connected()
    const signed = await visit.adapter.signMessage({ ...target, message: 'Sign in to example.org' })
    if (typeof signed === 'string') throw new Error('no protocol')
    expect(signed.protocol).toBe(usual)
    expect(Verifier.verifySignature(payment, 'Sign in to example.org', signed.signature)).toBe(true)
    expect(Verifier.verifySignature(payment, 'Sign in to example.com', signed.signature)).toBe(false)
  })

  test(
    asked === 'ecdsa'
      ? 'signs a message by ECDSA when that is asked for'
      : 'signs by its own protocol when another is asked for, and says which',
    async () => {
      await connected()
      const signed = await visit.adapter.signMessage({ ...target, message: 'hello', protocol: 'ecdsa' })
      if (typeof signed === 'string') throw new Error('no protocol')
      expect(signed.protocol).toBe(asked)
      expect(base64.decode(signed.signature).length === 65).toBe(asked === 'ecdsa')
      expect(Verifier.verifySignature(payment, 'hello', signed.signature)).toBe(true)
    },
  )

  if (hasBoth)
    test('signs a message by its ordinals address', async () => {
      await connected()
      const signed = await visit.adapter.signMessage({ ...target, address: ordinals, message: new TextEncoder().encode('grüße') })
      if (typeof signed === 'string') throw new Error('no protocol')
      expect(signed.protocol).toBe('bip322')
      expect(Verifier.verifySignature(ordinals, 'grüße', signed.signature)).toBe(true)
    })

  test('declines to sign a message', async () => {
    const { wallet } = await connected()
    wallet.script('signMessage', reject())
    await expect(visit.adapter.signMessage({ ...target, message: 'hello' })).rejects.toMatchObject({ name: 'UserRejectedError' })
  })

  test('signs the inputs of a PSBT that are named, and no other', async () => {
    await connected()
    const { psbt, mine } = await twoOwners()
    const { psbt: signed, hash } = await visit.adapter.signPsbt({ ...target, psbt, inputs: [{ index: 0, address: payment }] })
    expect(hash).toBeUndefined()
    const transaction = Transaction.fromPSBT(base64.decode(signed))
    expect(transaction.getInput(0).partialSig ?? transaction.getInput(0).finalScriptWitness).toBeDefined()
    expect(transaction.getInput(1).partialSig ?? transaction.getInput(1).finalScriptWitness).toBeUndefined()
    expect(transaction.getInput(2).partialSig ?? transaction.getInput(2).finalScriptWitness).toBeUndefined()
    expect(mine).toEqual([0, 1])
  })

  test('signs by the signature hash type that is named', async () => {
    await connected()
    const { psbt } = await twoOwners()
    const inputs = [{ index: 0, address: payment, sighashTypes: [0x83] }]
    const { psbt: signed } = await visit.adapter.signPsbt({ ...target, psbt, inputs })
    const { partialSig, finalScriptWitness } = Transaction.fromPSBT(base64.decode(signed)).getInput(0)
    expect((partialSig?.[0]?.[1] ?? finalScriptWitness?.[0])?.at(-1)).toBe(0x83)
  })

  test('signs all of its inputs when none is named, and the other owner\u2019s signature makes it whole', async () => {
    await connected()
    const { psbt } = await twoOwners()
    const { psbt: signed } = await visit.adapter.signPsbt({ ...target, psbt })
    const transaction = Transaction.fromPSBT(base64.decode(signed))
    transaction.signIdx(new Uint8Array(32).fill(2), 2)
    for (const index of [0, 1, 2]) if (!transaction.getInput(index).finalScriptWitness) transaction.finalizeIdx(index)
    const response = await fetch(`${url}/tx`, { method: 'POST', body: hex.encode(transaction.extract()) })
    expect(response.status).toBe(200)
  })

  test('signs a PSBT that is sent at once', async () => {
    await connected()
    const { psbt } = await ownTransfer(50_000n)
    const { hash } = await visit.adapter.signPsbt({ ...target, psbt, broadcast: true })
    ledger.mine()
    expect(ledger.balanceOf(second.payment.address)).toBe(100_050_000n)
    await expect(visit.adapter.waitForReceipt({ hash: hash ?? '', networkId: mainnet.id })).resolves.toMatchObject({ outcome: 'success' })
  })

  test('declines to sign a PSBT, and nothing is sent', async () => {
    const { wallet } = await connected()
    wallet.script('signPsbt', reject())
    const { psbt } = await ownTransfer(50_000n)
    await expect(visit.adapter.signPsbt({ ...target, psbt, broadcast: true })).rejects.toMatchObject({ name: 'UserRejectedError' })
    expect(ledger.health().waiting).toBe(0)
  })

  test('sends at each of three fees, and each transfer is mined', async () => {
    await connected()
    const rates = await visit.adapter.getFeeRates({ networkId: mainnet.id })
    expect(rates.slow < rates.standard && rates.standard < rates.fast).toBe(true)
    for (const feeRate of [rates.slow, rates.standard, rates.fast]) {
      const request = { ...target, to: third.payment.address, value: 2_000_000n, feeRate }
      const { expected } = await visit.adapter.estimateFee(request)
      const hash = await visit.adapter.sendTransaction(request)
      const receipt = visit.adapter.waitForReceipt({ hash, networkId: mainnet.id })
      ledger.mine()
      await expect(receipt).resolves.toMatchObject({
        hash,
        outcome: 'success',
        minedHash: hash,
        blockNumber: BigInt(ledger.health().height),
      })
      const { fee, weight } = await json(`/tx/${hash}`)
      expect(BigInt(Number(fee))).toBe(expected)
      expect(Number(fee) / (Number(weight) / 4)).toBeGreaterThanOrEqual(feeRate)
      expect(Number(fee) / (Number(weight) / 4)).toBeLessThan(feeRate * 1.05 + 0.05)
    }
    expect(ledger.balanceOf(third.payment.address)).toBe(106_000_000n)
  })

  test('declines to send, and nothing is sent', async () => {
    const { wallet } = await connected()
    wallet.script('signPsbt', reject())
    await expect(visit.adapter.sendTransaction({ ...target, to: third.payment.address, value: 20_000n })).rejects.toMatchObject({
      name: 'UserRejectedError',
    })
    expect(ledger.health().waiting).toBe(0)
  })

  test('that signs no PSBT makes and sends the transfer itself', async () => {
    await connected({ without: ['signPsbt', 'bitcoin:signTransaction', 'bitcoin:signAndSendTransaction'] })
    const hash = await visit.adapter.sendTransaction({ ...target, to: third.payment.address, value: 20_000n })
    ledger.mine()
    expect(ledger.balanceOf(third.payment.address)).toBe(100_020_000n)
    expect((await json(`/tx/${hash}`))['txid']).toBe(hash)
    const { psbt } = await ownTransfer(50_000n)
    await expect(visit.adapter.signPsbt({ ...target, psbt })).rejects.toMatchObject({
      name: 'UnsupportedMethodError',
      code: 4200,
      method: 'signPsbt',
      shown: expect.stringContaining('Connect a wallet that signs Bitcoin transactions.'),
    })
  })

  test('that can neither sign a PSBT nor send says so, and what to do instead', async () => {
    await connected({
      without: [
        'signPsbt',
        'sendTransfer',
        'sendBitcoin',
        'bitcoin:signTransaction',
        'bitcoin:signAndSendTransaction',
        'bitcoin:sendTransfer',
      ],
    })
    await expect(visit.adapter.sendTransaction({ ...target, to: third.payment.address, value: 20_000n })).rejects.toMatchObject({
      name: 'UnsupportedMethodError',
      code: 4200,
      method: 'sendTransaction',
      shown: expect.stringContaining('Send from the wallet itself.'),
    })
    expect(ledger.health().waiting).toBe(0)
  })

  test('that signs no message says so', async () => {
    await connected({ without: ['signMessage', 'bitcoin:signMessage'] })
    await expect(visit.adapter.signMessage({ ...target, message: 'hello' })).rejects.toMatchObject({
      name: 'UnsupportedMethodError',
      code: 4200,
      method: 'signMessage',
    })
  })

  if (isSilent)
    test('R3: tells when another account is chosen in it', async () => {
      const { wallet } = await connected({ accounts: 2 })
      wallet.selectAccount(1)
      await expect
        .poll(() => visit.reports)
        .toEqual([
          [
            'changed',
            connectorId,
            {
              addresses: hasBoth ? [second.payment.address, second.ordinals.address] : [second.payment.address],
              accounts: [{ ...second.payment, type: 'payment' }, ...(hasBoth ? [{ ...second.ordinals, type: 'ordinal' }] : [])],
            },
          ],
        ])
      await expect(visit.adapter.signMessage({ ...target, message: 'hello' })).rejects.toMatchObject({
        name: 'WalletRequestError',
        code: 4100,
      })
      const signed = await visit.adapter.signMessage({ ...target, address: second.payment.address, message: 'hello' })
      expect(typeof signed === 'object' && Verifier.verifySignature(second.payment.address, 'hello', signed.signature)).toBe(true)
    })

  if (isSilent)
    test('tells when it lets go of the site', async () => {
      const { wallet } = await connected()
      wallet.disconnect()
      await expect.poll(() => visit.reports).toEqual([['disconnected', connectorId]])
      await expect(visit.adapter.signMessage({ ...target, message: 'hello' })).rejects.toMatchObject({ name: 'ConnectorNotConnectedError' })
    })

  if (isSilent)
    test('R3, S14: tells when it moves to another network, and signs nothing for the one before', async () => {
      const { wallet } = await connected({ networks: ['mainnet', 'testnet', 'signet'] })
      wallet.switchNetwork('testnet')
      await expect(visit.adapter.signMessage({ ...target, message: 'hello' })).rejects.toMatchObject({
        name: 'ChainMismatchError',
        code: 4901,
      })
      await expect(visit.adapter.sendTransaction({ ...target, to: third.payment.address, value: 20_000n })).rejects.toMatchObject({
        name: 'ChainMismatchError',
      })
      await expect.poll(() => visit.reports.at(-1)).toMatchObject(['changed', connectorId, { networkId: bitcoinTestnet.id }])
      expect(wallet.log.filter(({ method }) => /sign|send/i.test(method))).toEqual([])
    })

  test(moves ? 'switches its network, and is there afterwards' : 'switches no network by itself', async () => {
    await connected({ networks: ['mainnet', 'testnet', 'signet'] })
    const switching = visit.adapter.switchNetwork({ connectorId, network: bitcoinSignet })
    if (!moves) return expect(switching).rejects.toMatchObject({ name: 'SwitchNotSupportedError' })
    await switching
    expect(visit.reports.at(-1)).toMatchObject([
      'changed',
      connectorId,
      { networkId: bitcoinSignet.id, addresses: [expect.stringMatching(/^tb1q/)].concat(hasBoth ? [expect.stringMatching(/^tb1p/)] : []) },
    ])
  })

  test('forgets the site when it is told to, and is not listened to any more', async () => {
    const { wallet } = await connected({ accounts: 2 })
    await visit.adapter.disconnect({ connectorId })
    wallet.selectAccount(1)
    wallet.disconnect()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(visit.reports).toEqual([])
    await expect(visit.adapter.signMessage({ ...target, message: 'hello' })).rejects.toMatchObject({ name: 'ConnectorNotConnectedError' })
  })

  test('waits for the visitor, and R1: is turned away from at once', async () => {
    const { wallet, connector } = installed(face, { policy: 'manual' })
    const abort = new AbortController()
    const asking = visit.adapter.connect({ connector, signal: abort.signal })
    await wallet.waitFor('connect')
    abort.abort()
    await expect(asking).rejects.toMatchObject({ name: 'ConnectionCancelledError' })
    wallet.approve()
    await new Promise((resolve) => setTimeout(resolve, 20))
    await expect(visit.adapter.signMessage({ ...target, message: 'hello' })).rejects.toMatchObject({ name: 'ConnectorNotConnectedError' })
  })
})

async function json(path: string): Promise<Record<string, unknown>> {
  return Object(await (await fetch(`${url}${path}`)).json())
}

async function utxosOf(address: string): Promise<{ txid: string; vout: number; value: number }[]> {
  return Object(await (await fetch(`${url}/address/${address}/utxo`)).json())
}

/** A PSBT that spends two coins of the wallet and one of somebody else. */
async function twoOwners() {
  const transaction = new Transaction()
  const owners = [
    [1, payment, 0],
    [1, payment, 1],
    [2, second?.payment.address ?? '', 0],
  ] as const
  let total = 0n
  for (const [key, address, at] of owners) {
    const coin = (await utxosOf(address))[at]
    const owner = ledger.accounts[key - 1]
    if (!coin || !owner) throw new Error('no coin')
    transaction.addInput({
      txid: coin.txid,
      index: coin.vout,
      witnessUtxo: { amount: BigInt(coin.value), script: p2wpkh(hex.decode(owner.payment.publicKey)).script },
    })
    total += BigInt(coin.value)
  }
  transaction.addOutputAddress(third?.payment.address ?? '', total - 1_000n)
  return { psbt: base64.encode(transaction.toPSBT()), mine: [0, 1] }
}

/** A PSBT that sends from the wallet to the second account. */
async function ownTransfer(amount: bigint) {
  const [coin] = await utxosOf(payment)
  if (!coin || !first || !second) throw new Error('no coin')
  const transaction = new Transaction()
  transaction.addInput({
    txid: coin.txid,
    index: coin.vout,
    witnessUtxo: { amount: BigInt(coin.value), script: p2wpkh(hex.decode(first.payment.publicKey)).script },
  })
  transaction.addOutputAddress(second.payment.address, amount)
  transaction.addOutputAddress(payment, BigInt(coin.value) - amount - 300n)
  return { psbt: base64.encode(transaction.toPSBT()) }
}
