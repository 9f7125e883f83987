import type { Log } from '@portico/service'
import type { Database } from '@portico/service/database'
import { toHex } from 'viem'
import { createHolder } from '../holder.js'
import type { Node } from '../rpc/node.js'
import { acceptOperation } from './accept.js'
import { createBundlerChain } from './chain.js'
import { RefusedError, bundlerCodes } from './errors.js'
import { estimateGas } from './estimate.js'
import { createExecutor } from './executor.js'
import { findOperation, findReceipt } from './lookup.js'
import { type Method, type Methods, checkEntryPoint, inHex, readHash } from './methods.js'
import { entryPoint, readOperation, readPartialOperation } from './operation.js'
import { createQueue } from './queue.js'
import type { OwnBundler } from './settings.js'
import { createSignal } from './signal.js'

/** Days that the end of an operation is remembered. */
const rememberedDays = 30
const dayMs = 86_400_000

/** A chain's own bundler. */
export interface Bundler {
  readonly methods: Methods
  /** Begins to send. */
  readonly start: () => void
  /** Lets the keys go. What waits stays written down. */
  readonly close: () => Promise<void>
}

export interface BundlerParameters {
  settings: OwnBundler
  node: Node
  db: Database
  /** Milliseconds since 1970. */
  clock: () => number
  log: Log
}

export function createBundler({ settings, node, db, clock, log }: BundlerParameters): Bundler {
  const number = Number(settings.chain.slice('eip155:'.length))
  const chain = createBundlerChain(number, node)
  const queue = createQueue({ db, chain: number, clock })
  const reputation = () => ({ db, chain: number, now: clock() })
  const signal = createSignal()
  const held = new Set<string>()
  const pick = { chain, queue, settings, reputation, clock, log, held }
  const shared = { db, chain, queue, settings, holder: createHolder(), signal, held, pick, clock, log }
  const executors = settings.executors.map((account) => createExecutor({ ...shared, account }))
  const [first] = settings.executors
  if (!first) throw new RefusedError(bundlerCodes.internal, 'The bundler has no key.')

  const methods = new Map<string, Method>([
    ['eth_chainId', () => Promise.resolve(toHex(number))],
    ['eth_supportedEntryPoints', () => Promise.resolve([entryPoint])],
    [
      'eth_sendUserOperation',
      async ([operation, at]) => {
        checkEntryPoint(at)
        const accepting = { chain, queue, settings, reputation, executor: first.address }
        const hash = await acceptOperation(accepting, readOperation(operation))
        signal.notify()
        return hash
      },
    ],
    [
      'eth_estimateUserOperationGas',
      async ([operation, at]) => {
        checkEntryPoint(at)
        return inHex({ ...(await estimateGas(chain, readPartialOperation(operation))) })
      },
    ],
    ['eth_getUserOperationByHash', ([hash]) => findOperation({ db, chain }, readHash(hash))],
    ['eth_getUserOperationReceipt', ([hash]) => findReceipt({ db, chain }, readHash(hash))],
  ])

  const forget = (): void => {
    const old = clock() - rememberedDays * dayMs
    void db
      .deleteFrom('bundler_operations')
      .where('chain', '=', number)
      .where('ended_at', '<', old)
      .execute()
      .catch(() => {})
  }
  let forgetting: NodeJS.Timeout | undefined
  return {
    methods,
    start: () => {
      forget()
      forgetting = setInterval(forget, dayMs).unref()
      for (const executor of executors) executor.start()
    },
    close: async () => {
      clearInterval(forgetting)
      await Promise.all(executors.map((executor) => executor.close()))
    },
  }
}
