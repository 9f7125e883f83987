import { isHex, type Hex, type LocalAccount } from 'viem'
import { callChain, keyFor, toChainId, type Method, type WalletCore } from '../core.js'
import { rpcError, rpcErrorCodes } from '../errors.js'
import { invalidParams, isRecord, param, readAddress, readChainId, readRecord } from '../params.js'
import { uuid } from '../uuid.js'
import { sendTogether } from './together.js'
import { describe, readFields, send, type TransactionFields } from './transactions.js'

/** EIP-5792: 100 waiting, 200 done, 400 never reached the chain, 500 reverted, 600 reverted in part. */
export type BundleStatus = 100 | 200 | 400 | 500 | 600

/** A batch of calls on its way. */
export interface Bundle {
  readonly id: string
  readonly chainId: number
  readonly origin: string
  readonly receipts: readonly Record<string, unknown>[]
  readonly status: BundleStatus
  readonly atomic: boolean
}

const VERSION = '2.0.0'

/** EIP-5792. Every chain the wallet knows, and whether it can batch atomically there. */
export const getCapabilities: Method = (core, { origin, params }) => {
  keyFor(core, origin, readAddress(param(params, 0), 'The account'))
  const wanted = param(params, 1)
  const ids = Object.keys(core.getState().chains).map((id) => toChainId(Number(id)))
  const asked = Array.isArray(wanted) ? ids.filter((id) => wanted.includes(id)) : ids
  const statusOf = (id: string) => (core.batches === 'ready' && core.upgraded.has(Number(id)) ? 'supported' : core.batches)
  return { run: () => Object.fromEntries(asked.map((id) => [id, { atomic: { status: statusOf(id) } }])) }
}

/** EIP-5792. Sends the calls in one transaction where the wallet can, else each after the receipt of the one before it. */
export const sendCalls: Method = (core, { origin, params }) => {
  const batch = readRecord(param(params, 0), 'The batch')
  if (batch['version'] !== VERSION) throw invalidParams(`Expected 'version' ${VERSION}.`)
  const chainId = readChainId(batch['chainId'])
  if (core.getState().chains[chainId] === undefined) throw rpcError(rpcErrorCodes.unsupportedBundleChain, 'Unsupported chain.')
  const key = keyFor(core, origin, batch['from'] === undefined ? activeAccount(core) : readAddress(batch['from'], `'from'`))
  refuseCapabilities(batch['capabilities'])
  const atomic = core.batches !== 'unsupported'
  if (batch['atomicRequired'] === true && !atomic) throw rpcError(rpcErrorCodes.atomicityUnsupported, 'Atomic batches are not supported.')
  const calls = readCalls(batch['calls'])
  const id = readId(batch['id'])
  if (core.bundles.has(id)) throw rpcError(rpcErrorCodes.duplicateBundle, 'There is a batch with this id already.')
  const upgrade = core.batches === 'ready' && !core.upgraded.has(chainId) ? ['Upgrade your account to a smart account'] : []
  return {
    ask: [...upgrade, ...calls.map((call) => describe(call, chainId))].join('\n'),
    run() {
      const bundle: Bundle = { id, chainId, origin, receipts: [], status: 100, atomic }
      core.bundles.set(id, bundle)
      void (atomic ? sendWhole : sendAll)(core, { key, bundle, calls })
      return { id }
    },
  }
}

/** EIP-5792 */
export const getCallsStatus: Method = (core, { origin, params }) => {
  const bundle = findBundle(core, origin, params)
  const { id, chainId, receipts, status, atomic } = bundle
  const head = { version: VERSION, id, chainId: toChainId(chainId), status, atomic }
  return { run: () => (receipts.length === 0 ? head : { ...head, receipts }) }
}

/** EIP-5792. There is nothing to show; an unknown id is still refused. */
export const showCallsStatus: Method = (core, { origin, params }) => {
  findBundle(core, origin, params)
  return { run: () => null }
}

interface Sending {
  readonly key: LocalAccount
  readonly bundle: Bundle
  readonly calls: readonly TransactionFields[]
}

async function sendAll(core: WalletCore, { key, bundle, calls }: Sending): Promise<void> {
  const receipts: Record<string, unknown>[] = []
  const update = (status: BundleStatus) => void core.bundles.set(bundle.id, { ...bundle, receipts: [...receipts], status })
  for (const fields of calls) {
    let receipt: Record<string, unknown>
    try {
      const hash = await send(core, { key, chainId: bundle.chainId, fields })
      receipt = await waitForReceipt(core, bundle.chainId, hash)
    } catch {
      // The node refused the call before it reached a block.
      return update(receipts.length === 0 ? 400 : 600)
    }
    receipts.push(receipt)
    if (receipt['status'] !== '0x1') return update(receipts.length === 1 ? 500 : 600)
    update(100)
  }
  update(200)
}

/** All calls in one transaction, or none of them. */
async function sendWhole(core: WalletCore, { key, bundle, calls }: Sending): Promise<void> {
  const update = (status: BundleStatus, receipts: Bundle['receipts'] = []) =>
    void core.bundles.set(bundle.id, { ...bundle, receipts, status })
  try {
    const hash = await sendTogether(core, { key, chainId: bundle.chainId, calls })
    core.upgraded.add(bundle.chainId)
    const receipt = await waitForReceipt(core, bundle.chainId, hash)
    update(receipt['status'] === '0x1' ? 200 : 500, [receipt])
  } catch {
    update(400)
  }
}

async function waitForReceipt(core: WalletCore, chainId: number, hash: Hex): Promise<Record<string, unknown>> {
  for (;;) {
    const receipt = await callChain(core, chainId, 'eth_getTransactionReceipt', [hash])
    if (isRecord(receipt)) {
      const { logs, status, blockHash, blockNumber, gasUsed, transactionHash } = receipt
      return { logs, status, blockHash, blockNumber, gasUsed, transactionHash }
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

function findBundle(core: WalletCore, origin: string, params: unknown): Bundle {
  const id = param(params, 0)
  if (typeof id !== 'string') throw invalidParams('The id of a batch must be a string.')
  const bundle = core.bundles.get(id)
  if (bundle?.origin !== origin) throw rpcError(rpcErrorCodes.unknownBundle, 'There is no batch with this id.')
  return bundle
}

function activeAccount(core: WalletCore) {
  const [active] = core.getState().exposed
  if (!active) throw rpcError(rpcErrorCodes.unauthorized)
  return active
}

function readCalls(calls: unknown): readonly TransactionFields[] {
  if (!Array.isArray(calls) || calls.length === 0) throw invalidParams(`'calls' must be a list of calls.`)
  return calls.map((call: unknown) => {
    const { to, data, value, capabilities } = readRecord(call, 'A call')
    refuseCapabilities(capabilities)
    return readFields({ to, data, value })
  })
}

function refuseCapabilities(capabilities: unknown): void {
  if (capabilities === undefined) return
  for (const [name, capability] of Object.entries(readRecord(capabilities, `'capabilities'`))) {
    const optional = isRecord(capability) && capability['optional'] === true
    if (!optional) throw rpcError(rpcErrorCodes.unsupportedCapability, `The capability '${name}' is not supported.`)
  }
}

/** An id given by the site is at most 4096 bytes of text; ours is 32 bytes of hexadecimal. */
function readId(id: unknown): string {
  if (id === undefined) return `0x${uuid().replaceAll('-', '').padStart(64, '0')}`
  if (typeof id !== 'string' || id === '' || (isHex(id) && id.length > 8194)) throw invalidParams(`'id' must be a string.`)
  return id
}
