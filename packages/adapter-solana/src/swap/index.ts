import { InvalidOptionError } from '@portico/core'
import type { Swaps } from '@portico/core/kit'
import { readAddress, readBase58 } from '../implementation/bytes.js'
import { loaded } from '../implementation/loaded.js'
import type { Rpc } from '../implementation/rpc.js'
import { jupiterProgram } from './jupiter.js'
import { readSwap } from './readSwap.js'
import { readReceived } from './received.js'
import { simulate } from './simulate.js'

/** What a swap needs of the chain: what a transaction says, whether it would go through, and what came of it. */
export function createSwaps(rpc: Rpc): Required<Pick<Swaps, 'getRouters' | 'readSwapTransaction' | 'simulateSwap' | 'readReceived'>> {
  const derivation = async () => (await loaded(import('../implementation/curve.js'))).associatedTokenAddress
  return {
    getRouters: () => Promise.resolve([jupiterProgram]),
    async readSwapTransaction({ transaction, address, from, to }) {
      if (!(transaction instanceof Uint8Array) || !readAddress(address)) return undefined
      if ([from, to].some((mint) => mint !== undefined && !readAddress(mint))) return undefined
      return readSwap({ transaction, address, from, to, derive: await derivation() })
    },
    simulateSwap: async ({ transaction, networkId, meaning }) =>
      simulate(rpc, { transaction, networkId, meaning, derive: await derivation() }),
    async readReceived({ hash, networkId, token, address }) {
      if (!readBase58(hash, 64)) throw new InvalidOptionError({ option: 'hash', problem: 'expected a signature, 64 bytes in base58' })
      return readReceived(rpc, { hash, networkId, token, address })
    },
  }
}
