import { toDecimal, type NetworkId, type TypedData } from '@portico/core'
import { loadChain } from '../chain/load.js'
import { usdc } from '../chain/tokens.js'
import { chainIdOf } from '../config.js'
import { familyOf } from '../chain/families.js'

export type TypedDataKind = 'note' | 'permit'

interface Parameters {
  readonly kind: TypedDataKind
  readonly networkId: NetworkId
  readonly address: string
}

/** Typed data to sign: a note between people, or a permit that a token's contract would take. */
export async function typedDataOf({ kind, networkId, address }: Parameters): Promise<TypedData> {
  const chainId = chainIdOf(networkId)
  if (kind === 'note') {
    return {
      domain: { name: 'Meridian', version: '1', chainId },
      types: {
        Person: [
          { name: 'name', type: 'string' },
          { name: 'wallet', type: 'address' },
        ],
        Note: [
          { name: 'from', type: 'Person' },
          { name: 'to', type: 'Person' },
          { name: 'contents', type: 'string' },
        ],
      },
      primaryType: 'Note',
      message: {
        from: { name: 'You', wallet: address },
        to: { name: 'Meridian reserve', wallet: familyOf('eip155').reserve },
        contents: 'Move the quarterly surplus to the reserve.',
      },
    }
  }
  const { readPermitFacts } = await loadChain()
  const { address: token, name, nonce } = await readPermitFacts({ networkId, owner: address, token: usdc })
  const inAnHour = Math.floor(Date.now() / 1000) + 3600
  return {
    domain: { name, version: '1', chainId, verifyingContract: token },
    types: {
      Permit: [
        { name: 'owner', type: 'address' },
        { name: 'spender', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'nonce', type: 'uint256' },
        { name: 'deadline', type: 'uint256' },
      ],
    },
    primaryType: 'Permit',
    message: {
      owner: address,
      spender: familyOf('eip155').reserve,
      value: String(permitted),
      nonce: String(nonce),
      deadline: String(inAnHour),
    },
  }
}

/** 100 USDC. */
const permitted = 100_000_000n

/** What signing it means, in one sentence. */
export const meaningOf: Readonly<Record<TypedDataKind, string>> = {
  note: 'A note from you to the reserve, in named fields.',
  permit: `Lets the reserve spend ${toDecimal(permitted, usdc.decimals)} of your ${usdc.symbol}, for an hour. Nothing is sent.`,
}
