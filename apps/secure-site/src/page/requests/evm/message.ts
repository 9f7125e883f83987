import type { Hex } from 'viem'
import { bytesToHex, getAddress, hashMessage, hexToBytes, stringToBytes } from 'viem/utils'
import type { FrameNetwork, PreparedRequest } from '../../types.js'
import { AccountMismatchError, InvalidParamsError } from '../errors.js'
import { messageFinding } from '../message.js'
import { readableText } from '../text.js'
import { freeze, type PrepareContext, type SiteRequest } from '../types.js'
import { plainSignature } from './sign.js'

const longestMessage = 100_000
/** What may follow: some sites send an empty password. */
const nothing: readonly unknown[] = [undefined, null, '']

/** Reads personal_sign (EIP-191): a message as 0x hex or as text, and the account. Approving it answers the signature in 0x hex. */
export async function prepareMessage(request: SiteRequest, network: FrameNetwork, context: PrepareContext): Promise<PreparedRequest> {
  const own = getAddress(context.addresses.eip155)
  const [message, account, ...rest]: readonly unknown[] = Array.isArray(request.params) ? request.params : []
  if (typeof message !== 'string' || typeof account !== 'string' || !rest.every((each) => nothing.includes(each)))
    throw new InvalidParamsError({ problem: 'personal_sign takes a message and an address' })
  // Some sites send them the other way round.
  const isOwn = (text: string) => text.toLowerCase() === own.toLowerCase()
  const said = isOwn(account) ? message : isOwn(message) ? account : undefined
  if (said === undefined) throw new AccountMismatchError()
  if (said.length > longestMessage) throw new InvalidParamsError({ problem: 'the message is too long' })
  const bytes = /^0x([0-9a-fA-F]{2})*$/.test(said) ? hexToBytes(said as Hex) : stringToBytes(said) // tested just before
  const asAccount = context.smartAccount && (await (await import('./smart/signature.js')).accountMessage(bytes, { network, context }))
  const { hash, sign } = asAccount ?? plainSignature(hashMessage({ raw: bytes }), own)
  const finding = messageFinding({ bytes, text: readableText(bytes), context, namespace: 'eip155', address: own, network })
  return freeze({
    id: request.id,
    method: request.method,
    namespace: 'eip155',
    networkId: network.id,
    networkName: network.name,
    address: own,
    ...finding.finding,
    changes: 'none',
    details: [{ path: 'address', value: own }, ...finding.details, { path: 'message (hex)', value: bytesToHex(bytes) }],
    hash,
    sign,
    ...(asAccount && { account: 'smartAccount' }),
  } satisfies PreparedRequest)
}
