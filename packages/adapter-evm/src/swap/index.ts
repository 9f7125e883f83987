import { InvalidOptionError, type NetworkId } from '@portico/core'
import type { Swaps } from '@portico/core/kit'
import type { Address, Client } from 'viem'
import { isHex } from 'viem/utils'
import { chainIdOf } from '../implementation/agree.js'
import { isHexOf, parseAddress, parseCall } from '../implementation/order.js'
import { permit2, permitOf, readPermittedSwap, withSignature } from './permit.js'
import { approval, getAllowance, settlerOf, settlers, simulate, wrappedOf } from './chain.js'
import { readSwap } from './readSwap.js'
import { readReceived } from './received.js'
import { readTrade } from './trade.js'
import { knownRouters } from './routers.js'

/** Swaps of the EVM are calls. */
export type EvmSwaps = Required<Omit<Swaps, 'readSwapTransaction' | 'simulateSwap'>>

/** What a swap needs of the chain: who may be allowed to take a token, what a call says, and whether it would go through. */
export function createSwaps(clientOf: (networkId: NetworkId) => Client): EvmSwaps {
  const wrapped = new Map<string, Promise<Address | undefined>>()
  function wrappedAt(networkId: NetworkId, router: Address): Promise<Address | undefined> {
    const key = `${networkId}:${router.toLowerCase()}`
    const known = wrapped.get(key) ?? wrappedOf(clientOf(networkId), router)
    wrapped.set(key, known)
    known.catch(() => wrapped.delete(key))
    return known
  }
  return {
    getRouters: ({ networkId }) => Promise.resolve(knownRouters[networkId] ?? []),
    async readSwap({ call, networkId }) {
      const { to, value = 0n, data } = parseCall(call)
      const settler = () => settlerOf(clientOf(networkId))
      return data && readSwap({ value, data }, { wrapped: () => wrappedAt(networkId, to), settler })
    },
    async readPermittedSwap({ call, permit, networkId }) {
      const { to, value = 0n, data } = parseCall(call)
      const spender = parseAddress(permit.spender, 'spender')
      return data && readPermittedSwap({ to, value, data }, { spender }, () => settlerOf(clientOf(networkId)))
    },
    writePermit: async ({ token, units, permit, networkId }) => ({
      typedData: permitOf(
        parseAddress(token, 'token'),
        units,
        { ...permit, spender: parseAddress(permit.spender, 'spender') },
        chainIdOf(networkId),
      ),
      contract: permit2,
    }),
    readTrade: ({ trade, networkId }) =>
      readTrade(trade, chainIdOf(networkId), () => settlerOf(clientOf(networkId), settlers.metaTransactions)),
    async attachPermit({ call, signature }) {
      const { data } = parseCall(call)
      if (!isHex(signature) || !data) throw new InvalidOptionError({ option: 'signature', problem: 'expected whole bytes as 0x hex' })
      return withSignature({ ...call, data }, signature)
    },
    getAllowance: ({ token, address, spender, networkId }) =>
      getAllowance(clientOf(networkId), parseAddress(token, 'token'), parseAddress(address, 'address'), parseAddress(spender, 'spender')),
    writeApproval: ({ token, spender, units }) =>
      Promise.resolve(approval(parseAddress(token, 'token'), parseAddress(spender, 'spender'), units)),
    async readReceived({ hash, token, address, router, networkId }) {
      if (!isHexOf(hash, 64)) throw new InvalidOptionError({ option: 'hash', problem: 'expected 0x and 64 hex digits' })
      const swapper = parseAddress(router, 'router')
      return readReceived(clientOf(networkId), {
        hash,
        token: token === undefined ? undefined : parseAddress(token, 'token'),
        account: parseAddress(address, 'address'),
        router: swapper,
        wrapped: token === undefined ? await wrappedAt(networkId, swapper) : undefined,
      })
    },
    simulate: ({ address, networkId, calls }) => simulate(clientOf(networkId), parseAddress(address, 'address'), calls),
  }
}
