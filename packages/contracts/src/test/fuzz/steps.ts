import { type Hex, encodeFunctionData, parseGwei, zeroAddress } from 'viem'
import { entryPoint08Abi, entryPoint08Address, getUserOperationHash, toPackedUserOperation } from 'viem/account-abstraction'
import type { PrivateKeyAccount } from 'viem/accounts'
import { type Call, accountAbi, accountFactory, accountInitCode, batchMode, encodeExecute } from '../../index.js'
import { type Redemption, makeDelegation, redeemDelegations, stopDelegation } from '../../permissions/index.js'
import { testTokenAbi } from '../artifacts/testTokenAbi.js'
import type { Operation } from '../operations.js'
import { signDelegation, transfer } from '../permissions.js'
import type { AccountModel, Expected, GrantModel, World } from './world.js'

/** Numbers that decide who, what and how much. */
export interface Choice {
  who: number
  other: number
  how: number
  amount: bigint
}

type Step = (world: World, choice: Choice) => Promise<Expected | undefined>

const sink = '0x00000000000000000000000000000000DeaDBeef'

/** Takes one of a list by any number. */
function pick<Item>(list: readonly Item[], number: number): Item {
  const item = list[number % list.length]
  if (item === undefined) throw new Error('An empty list has nothing to pick.')
  return item
}

const setOwner = (owner: Hex) => encodeFunctionData({ abi: accountAbi, functionName: 'setOwner', args: [owner] })
const approve = (spender: Hex) => encodeFunctionData({ abi: testTokenAbi, functionName: 'approve', args: [spender, 1n] })

function unsigned(account: AccountModel, calls: readonly Call[]): Operation {
  return {
    sender: account.address,
    nonce: account.nonce,
    callData: encodeExecute(calls),
    callGasLimit: 300_000n,
    verificationGasLimit: 150_000n,
    preVerificationGas: 50_000n,
    maxFeePerGas: parseGwei('1'),
    maxPriorityFeePerGas: parseGwei('1'),
    signature: '0x',
  }
}

async function signed(operation: Operation, key: PrivateKeyAccount, chainId = 8453): Promise<Operation> {
  const hash = getUserOperationHash({ chainId, entryPointAddress: entryPoint08Address, entryPointVersion: '0.8', userOperation: operation })
  return { ...operation, signature: await key.sign({ hash }) }
}

function brought({ chain }: World, operation: Operation, outcome: Expected['outcome']): Expected {
  const args = [[toPackedUserOperation(operation)], chain.bundler] as const
  const data = encodeFunctionData({ abi: entryPoint08Abi, functionName: 'handleOps', args })
  return { from: chain.bundler, to: entryPoint08Address, data, outcome }
}

/** An operation of the owner's, which costs a nonce whatever its calls do. */
async function byOwner(world: World, account: AccountModel, calls: readonly Call[], outcome: 'done' | 'failed'): Promise<Expected> {
  const operation = await signed(unsigned(account, calls), account.owner)
  account.nonce += 1n
  world.used.push(operation)
  return brought(world, operation, outcome)
}

const spend: Step = (world, { who, amount }) => {
  const account = pick(world.accounts, who)
  const enough = amount <= account.tokens
  if (enough) account.tokens -= amount
  return byOwner(world, account, [{ to: world.token, data: transfer(sink, amount) }], enough ? 'done' : 'failed')
}

const sendEther: Step = (world, { who, amount }) => {
  const account = pick(world.accounts, who)
  account.ether -= amount
  return byOwner(world, account, [{ to: sink, value: amount }], 'done')
}

const brokenBatch: Step = (world, { who, amount, how }) => {
  const account = pick(world.accounts, who)
  const useless = setOwner(pick([zeroAddress, account.address], how))
  return byOwner(
    world,
    account,
    [
      { to: sink, value: amount },
      { to: account.address, data: useless },
    ],
    'failed',
  )
}

const rotate: Step = (world, { who, other }) => {
  const account = pick(world.accounts, who)
  const next = pick(world.keys, other)
  const step = byOwner(world, account, [{ to: account.address, data: setOwner(next.address) }], 'done')
  account.owner = next
  return step
}

const wrongKey: Step = async (world, { who, other, amount }) => {
  const account = pick(world.accounts, who)
  const stranger = pick(
    [...world.keys, ...world.delegates].filter((key) => key !== account.owner),
    other,
  )
  return brought(world, await signed(unsigned(account, [{ to: sink, value: amount }]), stranger), 'refused')
}

const replay: Step = async (world, { who }) => {
  return world.used.length === 0 ? undefined : brought(world, pick(world.used, who), 'refused')
}

const otherChain: Step = async (world, { who, how, amount }) => {
  const account = pick(world.accounts, who)
  const operation = await signed(unsigned(account, [{ to: sink, value: amount }]), account.owner, pick([1, 10, 31337], how))
  return brought(world, operation, 'refused')
}

/** What the owner signed for one account, brought for another, also where one key owns both. */
const otherAccount: Step = async (world, { who, other, amount }) => {
  const account = pick(world.accounts, who)
  const victim = pick(
    world.accounts.filter((each) => each !== account),
    other,
  )
  const operation = await signed({ ...unsigned(account, [{ to: sink, value: amount }]), nonce: victim.nonce }, account.owner)
  return brought(world, { ...operation, sender: victim.address }, 'refused')
}

const altered: Step = async (world, { who, how, amount }) => {
  const account = pick(world.accounts, who)
  const operation = await signed(unsigned(account, [{ to: sink, value: amount }]), account.owner)
  const { signature } = operation
  const changes: Partial<Operation>[] = [
    { callData: encodeExecute([{ to: sink, value: amount + 1n }]) },
    { callGasLimit: operation.callGasLimit + 1n },
    { verificationGasLimit: operation.verificationGasLimit + 1n },
    { preVerificationGas: operation.preVerificationGas + 1n },
    { maxFeePerGas: operation.maxFeePerGas + 1n },
    { maxPriorityFeePerGas: operation.maxPriorityFeePerGas - 1n },
    { nonce: operation.nonce + (1n << 64n) },
    { signature: `${signature}00` },
    { signature: signature.slice(0, -2) as Hex },
    { signature: malleated(signature) },
    { signature: '0x' },
  ]
  return brought(world, { ...operation, ...pick(changes, how) }, 'refused')
}

/** The other signature that the same key could have made, which some contracts take for a second one. */
function malleated(signature: Hex): Hex {
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
  const s = (order - BigInt(`0x${signature.slice(66, 130)}`)).toString(16).padStart(64, '0')
  return `${signature.slice(0, 66)}${s}${signature.endsWith('1b') ? '1c' : '1b'}` as Hex
}

/** The owner's plain address has signed the operation's hash as a message. */
const plainMessage: Step = async (world, { who, amount }) => {
  const account = pick(world.accounts, who)
  const operation = unsigned(account, [{ to: sink, value: amount }])
  const parameters = { chainId: 8453, entryPointAddress: entryPoint08Address, entryPointVersion: '0.8', userOperation: operation } as const
  const signature = await account.owner.signMessage({ message: { raw: getUserOperationHash(parameters) } })
  return brought(world, { ...operation, signature }, 'refused')
}

const direct: Step = async (world, { who, other, how, amount }) => {
  const account = pick(world.accounts, who)
  const { address: from } = pick([...world.keys, ...world.delegates, account.owner], other)
  const execution: Hex = `0x${world.token.slice(2)}${'0'.repeat(64)}${transfer(sink, amount).slice(2)}`
  const calls = [
    encodeExecute([{ to: sink, value: amount }]),
    setOwner(from),
    encodeFunctionData({ abi: accountAbi, functionName: 'executeFromExecutor', args: [`0x${'0'.repeat(64)}`, execution] }),
    encodeFunctionData({ abi: accountAbi, functionName: 'execute', args: [batchMode, '0x'] }),
  ]
  return { from, to: account.address, data: pick(calls, how), outcome: 'refused' }
}

const makeAgain: Step = async (world, { who }) => {
  const { factoryData } = accountInitCode(pick(world.accounts, who).firstOwner.address)
  return { from: world.chain.bundler, to: accountFactory, data: factoryData, outcome: 'done' }
}

const refill: Step = async (world, { who, amount }) => {
  const account = pick(world.accounts, who)
  account.tokens += amount / 2n
  const data = encodeFunctionData({ abi: testTokenAbi, functionName: 'mint', args: [account.address, amount / 2n] })
  return { from: world.chain.bundler, to: world.token, data, outcome: 'done' }
}

const grantTokens: Step = async (world, { who, other, amount }) => {
  const account = pick(world.accounts, who)
  const delegate = pick(world.delegates, other)
  const scope = { kind: 'token', token: world.token, amount: amount + 1n, periodSeconds: 86_400 } as const
  const times = { validAfter: world.start, validUntil: world.start + 86_400 }
  const salt = BigInt(world.grants.length)
  const delegation = makeDelegation({ account: account.address, delegate: delegate.address, scope, ...times, salt })
  const signedDelegation = await signDelegation(delegation, account.owner, 8453)
  world.grants.push({ account, owner: account.owner, delegate, delegation: signedDelegation, left: amount + 1n, stopped: false })
  return undefined
}

const isGood = ({ account, owner, stopped }: GrantModel) => account.owner === owner && !stopped

const useGrant: Step = async (world, { who, amount }) => {
  if (world.grants.length === 0) return undefined
  const grant = pick(world.grants.slice(-40), who)
  const allowed = isGood(grant) && amount <= grant.left && amount <= grant.account.tokens
  if (allowed) {
    grant.left -= amount
    grant.account.tokens -= amount
  }
  const { to, data } = redeemDelegations([{ delegation: grant.delegation, call: { to: world.token, data: transfer(sink, amount) } }])
  return { from: grant.delegate.address, to, data, outcome: allowed ? 'done' : 'refused' }
}

const abuseGrant: Step = async (world, { who, other, how }) => {
  if (world.grants.length === 0) return undefined
  const { delegation, delegate, account, left } = pick(world.grants.slice(-40), who)
  const good = { to: world.token, data: transfer(sink, 0n) }
  const stranger = pick(
    [...world.keys, ...world.delegates].filter((key) => key !== delegate),
    other,
  )
  const victim = pick(
    world.accounts.filter((each) => each !== account),
    other,
  )
  const abuses: { from?: PrivateKeyAccount; redemption: Redemption; signer?: PrivateKeyAccount }[] = [
    { from: stranger, redemption: { delegation, call: good } },
    { redemption: { delegation, call: { to: world.token, data: transfer(sink, left + 1n) } } },
    { redemption: { delegation, call: { to: world.token, data: approve(delegate.address) } } },
    { redemption: { delegation, call: { ...good, value: 1n } } },
    { redemption: { delegation, call: { to: sink, value: 1n } } },
    { redemption: { delegation, call: { to: account.address, data: setOwner(delegate.address) } } },
    { redemption: { delegation: { ...delegation, delegator: victim.address }, call: good } },
    { redemption: { delegation: { ...delegation, caveats: [] }, call: good } },
    { redemption: { delegation: { ...delegation, salt: delegation.salt + 1n }, call: good } },
    { redemption: { delegation: await signDelegation(delegation, stranger, 8453), call: good }, signer: stranger },
    { redemption: { delegation: await signDelegation(delegation, account.owner, 10), call: good } },
  ]
  const { from = delegate, redemption, signer } = pick(abuses, how)
  if (signer === account.owner) return undefined
  const { to, data } = redeemDelegations([redemption])
  return { from: from.address, to, data, outcome: 'refused' }
}

const stopGrant: Step = (world, { who }) => {
  if (world.grants.length === 0) return Promise.resolve(undefined)
  const grant = pick(world.grants.slice(-40), who)
  const outcome = grant.stopped ? 'failed' : 'done'
  grant.stopped = true
  return byOwner(world, grant.account, [stopDelegation(grant.delegation)], outcome)
}

/** What may happen, each as often as it stands here. */
export const steps = {
  spend,
  sendEther,
  brokenBatch,
  rotate,
  wrongKey,
  replay,
  otherChain,
  otherAccount,
  altered,
  plainMessage,
  direct,
  makeAgain,
  refill,
  grantTokens,
  useGrant,
  abuseGrant,
  stopGrant,
} as const satisfies Record<string, Step>
