import { toBase64 } from '@portico/core/kit'
import { read } from '../../discover/read.js'
import { isDenied, isUnsupported } from '../errors.js'
import type { Chain } from '../chains.js'
import { request, signatureFor, textOf, type Answer, type Driver } from './driver.js'

const purposes = ['payment', 'ordinals']

/** `mainnet` as sats-connect writes it: `Mainnet`. */
const satsName = ({ name }: Chain) => name.charAt(0).toUpperCase() + name.slice(1)

function answerOf(result: unknown, chain?: unknown): Answer {
  const list = Array.isArray(result) ? result : read(result, 'addresses')
  const claims = (Array.isArray(list) ? list.slice(0, 1_000) : []).map((entry: unknown) => ({
    address: read(entry, 'address'),
    publicKey: read(entry, 'publicKey'),
    purpose: read(entry, 'purpose'),
  }))
  return { claims, chain: read(read(read(result, 'network'), 'bitcoin'), 'name') ?? chain }
}

/** The sats-connect dialect (WBIP-001 and `wallet_*`): Xverse and most of `btc_providers`. */
export function satsConnectDriver(provider: object): Driver {
  const ask = (method: string, params?: unknown) => request(provider, method, params)
  const chainName = async () => read(read(await ask('wallet_getNetwork').catch(() => undefined), 'bitcoin'), 'name')
  const complete = async (result: unknown) => {
    const answer = answerOf(result)
    return answer.chain === undefined ? answerOf(result, await chainName()) : answer
  }

  return {
    async connect(chain) {
      // Newest first. Only 'unsupported' goes on to the next one: a no is a no.
      const ways = [
        ['wallet_connect', { addresses: purposes, ...(chain && { network: satsName(chain) }) }],
        ['getAccounts', { purposes }],
        ['getAddresses', { purposes }],
      ] as const
      for (const [method, params] of ways) {
        try {
          return await complete(await ask(method, params))
        } catch (thrown) {
          if (method === 'getAddresses' || !isUnsupported(thrown)) throw thrown
        }
      }
      return { claims: [] }
    },
    async look() {
      try {
        return await complete(await ask('wallet_getAccount'))
      } catch (thrown) {
        if (isDenied(thrown)) return undefined
        throw thrown
      }
    },
    leave: () => ask('wallet_disconnect'),
    switchChain: (chain) => ask('wallet_changeNetwork', { name: satsName(chain) }),
    listen(onChange, onEnd) {
      const stops = Object.entries({ accountChange: onChange, networkChange: onChange, disconnect: onEnd }).map(([eventName, cb]) => {
        const add = read(provider, 'addListener')
        if (typeof add !== 'function') return undefined
        // Some take the event's name and the listener, others both in one object.
        const stop: unknown = Reflect.apply(add, provider, add.length > 1 ? [eventName, cb] : [{ eventName, cb }])
        return stop
      })
      return () => {
        for (const stop of stops) if (typeof stop === 'function') Reflect.apply(stop, undefined, [])
      }
    },
    signMessage: async ({ address, message, protocol }) =>
      signatureFor(address, await ask('signMessage', { address, message: textOf(message), protocol: protocol.toUpperCase() })),
    async signPsbt({ psbt, inputs }) {
      const signInputs = new Map<string, number[]>()
      for (const { index, address } of inputs) signInputs.set(address, [...(signInputs.get(address) ?? []), index])
      return read(await ask('signPsbt', { psbt: toBase64(psbt), signInputs: Object.fromEntries(signInputs), broadcast: false }), 'psbt')
    },
    send: async ({ to, amount }) => read(await ask('sendTransfer', { recipients: [{ address: to, amount: Number(amount) }] }), 'txid'),
  }
}
