import { read } from '../../discover/read.js'
import { toHex } from './bytes.js'
import { request, signatureFor, textOf, type Driver } from './driver.js'

/** Leather's dialect: one address list for all its chains, hex, and the network named in each request. It cannot be asked without a prompt. */
export function leatherDriver(provider: object): Driver {
  const ask = (method: string, params?: unknown) => request(provider, method, params)
  return {
    async connect(chain) {
      const result = await ask('getAddresses', chain && { network: chain.name })
      const list = read(result, 'addresses')
      const entries: readonly unknown[] = Array.isArray(list) ? list.slice(0, 1_000) : []
      const claims = entries
        .filter((entry) => (read(entry, 'symbol') ?? 'BTC') === 'BTC')
        .map((entry) => ({
          address: read(entry, 'address'),
          publicKey: read(entry, 'publicKey'),
          purpose: read(entry, 'type') === 'p2tr' ? 'ordinals' : 'payment',
        }))
      return { claims }
    },
    // It signs with the account that is chosen in it now, and says which that was.
    signMessage: async ({ address, message, type, chain }) =>
      signatureFor(address, await ask('signMessage', { message: textOf(message), paymentType: type, network: chain.name })),
    async signPsbt({ psbt, inputs, chain }) {
      const allowedSighash = [...new Set(inputs.flatMap(({ sighashTypes }) => sighashTypes ?? []))]
      const params = {
        hex: toHex(psbt),
        signAtIndex: inputs.map(({ index }) => index),
        broadcast: false,
        network: chain.name,
        ...(allowedSighash.length > 0 && { allowedSighash }),
      }
      return read(await ask('signPsbt', params), 'hex')
    },
    send: async ({ to, amount, chain }) =>
      read(await ask('sendTransfer', { recipients: [{ address: to, amount: String(amount) }], network: chain.name }), 'txid'),
  }
}
