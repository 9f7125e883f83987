import { isRecord } from '@portico/core/kit'
import { InvalidOptionError, WalletAnswerError, type Call } from '@portico/core'
import type { Instruction, SentCalls } from '@portico/core/calls'
import type { CallsRequest } from '@portico/core/kit'
import { chainIdOf, checkWallet } from '../implementation/agree.js'
import { wireCall } from '../implementation/fee.js'
import { parseCall } from '../implementation/order.js'
import { toHexNumber, type Provider } from '../implementation/provider.js'
import { askForCalls } from './errors.js'

const method = 'wallet_sendCalls'

/**
 * Asks the wallet for a batch, as EIP-5792 2.0.0 writes it. All calls are checked before it is asked.
 * @throws InvalidOptionError, ChainMismatchError, the errors of EIP-5792's codes, CapabilityMissingError, WalletAnswerError
 */
export async function sendCalls(openProvider: () => Promise<Provider>, request: CallsRequest): Promise<SentCalls> {
  const { calls, id, atomicRequired = false, capabilities, address, networkId } = request
  const parsed = calls.map(wire)
  const provider = await openProvider()
  await checkWallet(provider, request)
  const batch = {
    version: '2.0.0',
    from: address,
    chainId: toHexNumber(chainIdOf(networkId)),
    atomicRequired,
    calls: parsed,
    ...(id !== undefined && { id }),
    ...(capabilities && { capabilities }),
  }
  const answer = await askForCalls(provider, method, [batch])
  const told = isRecord(answer) ? answer : { id: answer } // plain text before version 2
  const taken = told['id']
  if (typeof taken !== 'string' || !taken || taken.length > 8_194) throw new WalletAnswerError({ method })
  return { id: taken, ...(isRecord(told['capabilities']) && { capabilities: told['capabilities'] }) }
}

function wire(call: Call | Instruction, at: number) {
  if (!('to' in call)) throw new InvalidOptionError({ option: `calls[${at}].to`, problem: 'expected an address, 0x and 40 hex digits' })
  return { ...wireCall(parseCall(call, `calls[${at}].`)), ...(call.capabilities && { capabilities: call.capabilities }) }
}
