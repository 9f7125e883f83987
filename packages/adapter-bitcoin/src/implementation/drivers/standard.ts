import { isObject, read } from '../../discover/read.js'
import { chainOfAddress, readChain, type Chain } from '../chains.js'
import { call, missing, type Driver, type PsbtRequest, type SendRequest } from './driver.js'

/** A signature hash type by the name that the standard has for it. The default one of taproot, 0, has none. */
const flagOf = (type: number) => `${['ALL', 'NONE', 'SINGLE'][(type & 0x7f) - 1]}${type & 0x80 ? '|ANYONECANPAY' : ''}`

/**
 * A Wallet Standard wallet with `bitcoin:` features: `bitcoin:connect` (with purposes), `bitcoin:signMessage`,
 * `bitcoin:signTransaction`, `bitcoin:signAndSendTransaction`, `bitcoin:sendTransfer`, and `connect`, `disconnect` and
 * `events` in the `bitcoin:` or the `standard:` form.
 */
export function standardDriver(wallet: object): Driver {
  const feature = (name: string) => {
    const found = read(read(wallet, 'features'), name)
    return isObject(found) ? found : undefined
  }
  const ask = async (name: string, ...args: readonly unknown[]) => {
    const found = feature(name)
    if (!found) throw missing(name)
    return call(found, name.slice(name.indexOf(':') + 1), ...args)
  }
  const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value.slice(0, 1_000) : [])
  const chainsOf = (account: unknown) =>
    listOf(read(account, 'chains')).filter((chain): chain is string => typeof chain === 'string' && chain.startsWith('bitcoin:'))
  const accounts = () => listOf(read(wallet, 'accounts')).filter((account) => chainsOf(account).length > 0)

  /** The chain that was asked for last, while there are accounts on it. */
  let chosen: Chain | undefined

  const isOn = (account: unknown, chain: Chain) => {
    const address = read(account, 'address')
    return (
      typeof address === 'string' &&
      chainOfAddress(address, chain).id === chain.id &&
      chainsOf(account).some((name) => readChain(name)?.id === chain.id)
    )
  }

  function see(preferred?: Chain) {
    const all = accounts()
    if (all.length === 0) return undefined
    const wanted = preferred ?? chosen
    const possible = [wanted, ...all.flatMap(chainsOf).map(readChain)]
    const chain = possible.find((one) => one && all.some((account) => isOn(account, one)))
    chosen = chain
    const mine = chain ? all.filter((account) => isOn(account, chain)) : all
    const claims = mine.map((account) => ({
      address: read(account, 'address'),
      publicKey: read(account, 'publicKey'),
      purpose: read(account, 'purpose'),
    }))
    return { claims, ...(chain && { chain: chain.name }) }
  }

  const accountOf = (address: string) => accounts().find((account) => read(account, 'address') === address)

  function signing({ psbt, inputs, chain }: PsbtRequest) {
    const groups = new Map<string, { readonly account: unknown; readonly signingIndexes: number[]; readonly sigHash?: string }>()
    for (const { index, address, sighashTypes } of inputs) {
      const key = `${address} ${sighashTypes?.[0]}`
      const group = groups.get(key)
      if (group) group.signingIndexes.push(index)
      else
        groups.set(key, {
          account: accountOf(address),
          signingIndexes: [index],
          ...(sighashTypes?.[0] && { sigHash: flagOf(sighashTypes[0]) }),
        })
    }
    return { psbt, chain: `bitcoin:${chain.name}`, inputsToSign: [...groups.values()] }
  }

  return {
    async connect(chain) {
      await (feature('bitcoin:connect') ? ask('bitcoin:connect', { purposes: ['payment', 'ordinals'] }) : ask('standard:connect'))
      return see(chain) ?? { claims: [] }
    },
    async look(preferred) {
      if (accounts().length === 0 && feature('standard:connect')) await ask('standard:connect', { silent: true })
      return see(preferred)
    },
    async leave() {
      if (feature('bitcoin:disconnect')) return ask('bitcoin:disconnect')
      // A wallet of several chain families would leave the others, too.
      const isShared = listOf(read(wallet, 'accounts')).some((account) => chainsOf(account).length === 0)
      return isShared ? undefined : ask('standard:disconnect')
    },
    async switchChain(chain) {
      if (!accounts().some((account) => isOn(account, chain))) throw missing('switchNetwork')
      chosen = chain
    },
    listen(onChange) {
      const events = feature('standard:events') ?? feature('bitcoin:events')
      const on = read(events, 'on')
      if (typeof on !== 'function') return () => undefined
      const stop: unknown = Reflect.apply(on, events, ['change', onChange])
      return () => {
        if (typeof stop === 'function') Reflect.apply(stop, undefined, [])
      }
    },
    async signMessage({ address, message }) {
      const bytes = typeof message === 'string' ? new TextEncoder().encode(message) : message
      const answer = await ask('bitcoin:signMessage', { account: accountOf(address), message: bytes })
      return read(Array.isArray(answer) ? answer[0] : answer, 'signature')
    },
    ...(feature('bitcoin:signTransaction') && {
      async signPsbt(request: PsbtRequest) {
        const answer = await ask('bitcoin:signTransaction', signing(request))
        return read(Array.isArray(answer) ? answer[0] : answer, 'signedPsbt')
      },
    }),
    ...(feature('bitcoin:signAndSendTransaction') && {
      async signAndSendPsbt(request: PsbtRequest) {
        const answer = await ask('bitcoin:signAndSendTransaction', signing(request))
        return read(Array.isArray(answer) ? answer[0] : answer, 'txId')
      },
    }),
    ...(feature('bitcoin:sendTransfer') && {
      async send({ from, to, amount, feeRate }: SendRequest) {
        const transfer = {
          account: accountOf(from),
          recipients: [{ address: to, amount: Number(amount) }],
          ...(feeRate !== undefined && { feeRate }),
        }
        const answer = await ask('bitcoin:sendTransfer', transfer)
        return read(Array.isArray(answer) ? answer[0] : answer, 'txid')
      },
    }),
  }
}
