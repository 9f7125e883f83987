import type { Address, Hex } from 'viem'

/** What an account asks of its wallet's server by its own signature, without a login. */
export interface SessionsQuestion {
  readonly account: Address
  /** CAIP-2: the chain on which the account's signature is verified. */
  readonly networkId: string
  /** Seconds since 1970. */
  readonly at: number
}

/**
 * What an account signs (ERC-191) to be told its permissions on a network: `GET /v1/sessions/:account` of the gateway.
 * @example
 * const message = textOfSessions({ account, networkId: 'eip155:8453', at: Math.floor(Date.now() / 1000) })
 * const signature = await owner.signTypedData(messageToSign({ account, chainId: 8453, message }))
 */
export function textOfSessions({ account, networkId, at }: SessionsQuestion): string {
  return ['List the permissions of an account', `Account: ${networkId}:${account.toLowerCase()}`, `At: ${at}`].join('\n')
}

/**
 * What it signs to stop one: `POST /v1/sessions/:account/revoke`. It has no time, since what was stopped stays so.
 * @example
 * const message = textOfStop({ account, networkId: 'eip155:8453', id: delegationHash(delegation) })
 * const signature = await owner.signTypedData(messageToSign({ account, chainId: 8453, message }))
 */
export function textOfStop({ account, networkId, id }: Omit<SessionsQuestion, 'at'> & { readonly id: Hex }): string {
  return ['Stop a permission', `Account: ${networkId}:${account.toLowerCase()}`, `Permission: ${id}`].join('\n')
}
