/// <reference types="node" />
import { hex } from '@scure/base'
import { Transaction } from '@scure/btc-signer'
import { Verifier } from 'bip322-js'
import { expect, onTestFinished, test } from 'vitest'
import { createBitcoinWallet } from './createBitcoinWallet.js'
import { registerUnisat, registerXverse } from './faces.js'
import { hostileBitcoinWallets } from './hostile.js'
import { makePsbt, useLedger } from './ledger.test.helper.js'

const { ledger, url } = useLedger(13_009)

const named = (name: string) => hostileBitcoinWallets.find((hostile) => hostile.name === name) ?? expect.unreachable(name)

/** What became of a request within a moment. */
async function outcome(promise: Promise<unknown>): Promise<'answered' | 'failed' | 'nothing'> {
  const wait = new Promise<'nothing'>((resolve) => setTimeout(() => resolve('nothing'), 150))
  return Promise.race([
    promise.then(
      () => 'answered' as const,
      () => 'failed' as const,
    ),
    wait,
  ])
}

function install(name: string) {
  const window: object = {}
  const wallet = named(name).apply(createBitcoinWallet({ esploraUrl: url }))
  onTestFinished(() => wallet.close())
  registerUnisat(wallet, { window })
  registerXverse(wallet, { window })
  const call = async (path: string, ...args: readonly unknown[]): Promise<unknown> => {
    const method = path.split('.').reduce<unknown>((at, step) => Reflect.get(Object(at), step), window)
    if (typeof method !== 'function') return expect.unreachable(`There is a ${path}.`)
    return Reflect.apply(method, undefined, args)
  }
  return { wallet, call }
}

test('each has a name of its own', () => {
  const names = hostileBitcoinWallets.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})

test.each(hostileBitcoinWallets)('$name: no face of it throws at the wrong time', async ({ name }) => {
  const { wallet, call } = install(name)
  const connecting: unknown = Reflect.get(Object(wallet.wallet.features['bitcoin:connect']), 'connect')
  const standard = async (): Promise<unknown> => (typeof connecting === 'function' ? connecting({ purposes: ['payment'] }) : undefined)
  const outcomes = [
    await outcome(call('unisat.requestAccounts')),
    await outcome(call('XverseProviders.BitcoinProvider.request', 'getAccounts', { purposes: ['payment'] })),
    await outcome(standard()),
  ]
  expect(outcomes).toHaveLength(3)
  if (name.startsWith('never')) expect(outcomes).toEqual(['nothing', 'nothing', 'nothing'])
  if (name.startsWith('throws')) expect(outcomes.filter((one) => one === 'answered').length).toBe(0)
})

test('a wrong signature is wrong, and a wrong key is not that of the address', async () => {
  const { call } = install('returns a signature that is wrong')
  const [address] = Object(await call('unisat.requestAccounts'))
  const signature = await call('unisat.signMessage', 'Hello')
  expect(() => {
    if (!Verifier.verifySignature(address, 'Hello', String(signature))) throw new Error('It does not hold.')
  }).toThrow()
  const other = install('has a public key that is not that of its address')
  await other.call('unisat.requestAccounts')
  expect(await other.call('unisat.getPublicKey')).not.toBe(other.wallet.accounts[0]?.payment.publicKey)
})

test.each([
  ['returns a PSBT without signatures', false, true],
  ['returns a PSBT that pays somebody else', true, false],
] as const)('it %s', async (name, isSigned, isSame) => {
  const { wallet, call } = install(name)
  await call('unisat.requestAccounts')
  const from = wallet.accounts[0]?.payment ?? expect.unreachable('There is an account.')
  const to = ledger.accounts[4]?.payment.address ?? ''
  const unsigned = makePsbt(ledger, { from, to })
  const answer = Transaction.fromPSBT(hex.decode(String(await call('unisat.signPsbt', hex.encode(unsigned), { autoFinalized: false }))))
  expect(answer.getInput(0).partialSig !== undefined).toBe(isSigned)
  expect(answer.getOutputAddress(0) === to).toBe(isSame)
  expect(answer.getInput(0).txid).toEqual(Transaction.fromPSBT(unsigned).getInput(0).txid)
})

test('an address of another kind is told on every face', async () => {
  const { wallet, call } = install('has an address that is markup')
  const markup = '<img src=x onerror=alert(1)>'
  expect(await call('unisat.requestAccounts')).toEqual([markup])
  expect(await call('XverseProviders.BitcoinProvider.request', 'getAccounts', { purposes: ['payment'] })).toMatchObject({
    result: [{ address: markup }],
  })
  const connecting: unknown = Reflect.get(Object(wallet.wallet.features['bitcoin:connect']), 'connect')
  if (typeof connecting === 'function') await connecting({ purposes: ['payment'] })
  expect(wallet.wallet.accounts.map(({ address }) => address)).toEqual([markup])
})
