import { InvalidOptionError, WalletAnswerError, type PsbtInput, type SignedMessage } from '@portico/core'
import { toBase64, type AccountTarget, type SignMessageRequest } from '@portico/core/kit'
import type { Connections } from '../implementation/connections.js'
import { answer, cannot } from '../implementation/errors.js'
import { loaded } from '../implementation/loaded.js'
import { checkWallet } from './check.js'
import type { Esplora } from './esplora.js'
import { protocolOf, readSignature, usualProtocol } from './message.js'

/**
 * Signs a message by the protocol that was asked for, else by the one that fits the address, and says which one it was:
 * some wallets know one only, whatever they are asked for.
 * @returns the signature as base64
 * @throws UserRejectedError, UnsupportedMethodError, ChainMismatchError, WalletAnswerError
 */
export async function signMessage(connections: Connections, { message, protocol, ...target }: SignMessageRequest): Promise<SignedMessage> {
  if (protocol !== undefined && protocol !== 'ecdsa' && protocol !== 'bip322')
    throw new InvalidOptionError({ option: 'protocol', problem: "expected 'ecdsa' or 'bip322'" })
  if (typeof message !== 'string' && !(message instanceof Uint8Array))
    throw new InvalidOptionError({ option: 'message', problem: 'expected text or bytes' })
  const {
    connection: {
      driver,
      connector: { name: wallet },
    },
    account: { address, form },
    chain,
  } = await checkWallet(connections, target)
  const { signMessage: sign } = driver
  if (!sign) throw cannot(wallet, 'signMessage')
  const bytes = readSignature(
    await answer(wallet, 'signMessage', () => sign({ address, type: form, message, protocol: protocol ?? usualProtocol(form), chain })),
  )
  if (!bytes) throw new WalletAnswerError({ method: 'signMessage' })
  return { signature: toBase64(bytes), protocol: protocolOf(bytes) }
}

export type SignPsbtRequest = AccountTarget & {
  readonly psbt: string
  readonly inputs?: readonly PsbtInput[]
  readonly broadcast?: boolean
}

/**
 * Signs inputs of a PSBT (BIP-174), those named or all that are the wallet's. With `broadcast` it is finalised and sent.
 * @returns the PSBT as base64, and the transaction's id when it was sent
 * @throws InvalidOptionError, UserRejectedError, UnsupportedMethodError, ChainMismatchError, and WalletAnswerError for another
 * transaction than the one that was handed in
 */
export async function signPsbt(
  esplora: Esplora,
  connections: Connections,
  { psbt, inputs, broadcast = false, ...target }: SignPsbtRequest,
): Promise<{ psbt: string; hash?: string }> {
  const {
    connection: {
      state: { accounts },
      driver: { signPsbt: sign },
      connector: { name: wallet },
    },
    chain,
  } = await checkWallet(connections, target)
  if (!sign) throw cannot(wallet, 'signPsbt')
  const { finalize, preparePsbt, readSigned } = await loaded(import('../psbt/index.js'))
  const prepared = preparePsbt({ psbt, inputs, accounts, chain })
  await checkWallet(connections, target) // the wallet may have moved meanwhile (R3)
  const signed = readSigned({ prepared, signed: await answer(wallet, 'signPsbt', () => sign({ ...prepared, chain })) })
  if (!broadcast) return { psbt: signed }
  const { hex, txid } = finalize(signed)
  await esplora.broadcast(target.networkId, hex, txid)
  return { psbt: signed, hash: txid }
}
