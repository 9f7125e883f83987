import { can, read } from '../../discover/read.js'
import { call, textOf, type Driver } from './driver.js'
import { isUnsupported } from '../errors.js'
import type { Chain } from '../chains.js'
import { toHex } from './bytes.js'

/** UniSat's own methods, which OKX shares with small differences. One address is in use at a time, for payments and ordinals alike. */
export function unisatDriver(provider: object): Driver {
  const ask = (method: string, ...args: readonly unknown[]) => call(provider, method, ...args)

  /** `getChain` tells signet and other chains apart; `getNetwork` knows livenet and testnet only. */
  async function chainName(): Promise<unknown> {
    const chain: unknown = can(provider, 'getChain') ? await ask('getChain').catch(() => undefined) : undefined
    return read(chain, 'enum') ?? ask('getNetwork').catch(() => undefined)
  }

  async function see(accounts: unknown) {
    const list: readonly unknown[] = Array.isArray(accounts) ? accounts.slice(0, 1_000) : []
    const [publicKey, chain] = await Promise.all([ask('getPublicKey').catch(() => undefined), chainName()])
    return { claims: list.map((address, at) => ({ address, ...(at === 0 && { publicKey }) })), chain }
  }

  async function switchChain({ name }: Chain) {
    try {
      return await ask('switchChain', `BITCOIN_${name.toUpperCase()}`)
    } catch (thrown) {
      // Older versions know two networks, by other names.
      if (!isUnsupported(thrown) || !/^(mainnet|testnet)$/.test(name)) throw thrown
      return ask('switchNetwork', name === 'mainnet' ? 'livenet' : name)
    }
  }

  return {
    sharesAddress: true,
    async connect() {
      if (can(provider, 'requestAccounts')) return see(await ask('requestAccounts'))
      const { address, publicKey, compressedPublicKey } = fieldsOf(await ask('connect'))
      return { claims: [{ address, publicKey: compressedPublicKey ?? publicKey }], chain: await chainName() }
    },
    async look() {
      const accounts = await ask('getAccounts')
      return Array.isArray(accounts) && accounts.length === 0 ? undefined : see(accounts)
    },
    leave: () => ask('disconnect'),
    ...((can(provider, 'switchChain') || can(provider, 'switchNetwork')) && { switchChain }),
    listen(onChange) {
      const names = ['accountsChanged', 'accountChanged', 'networkChanged', 'chainChanged', 'disconnect']
      const hear = (method: string, name: string) => {
        const found = read(provider, method)
        if (typeof found === 'function') Reflect.apply(found, provider, [name, onChange])
      }
      for (const name of names) hear('on', name)
      return () => {
        for (const name of names) hear(can(provider, 'removeListener') ? 'removeListener' : 'off', name)
      }
    },
    signMessage: ({ message, protocol }) => ask('signMessage', textOf(message), protocol === 'bip322' ? 'bip322-simple' : protocol),
    signPsbt: ({ psbt, inputs }) => ask('signPsbt', toHex(psbt), { autoFinalized: false, toSignInputs: inputs }),
    send: ({ to, amount, feeRate }) => ask('sendBitcoin', to, Number(amount), ...(feeRate === undefined ? [] : [{ feeRate }])),
  }
}

const fieldsOf = (value: unknown) => ({
  address: read(value, 'address'),
  publicKey: read(value, 'publicKey'),
  compressedPublicKey: read(value, 'compressedPublicKey'),
})
