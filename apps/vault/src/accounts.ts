/**
 * Wallets, each by its EVM address: what its owner has signed counts, and nothing else. A ticket of the auth service says who is
 * logged in; it sets nothing, adds nothing and removes nothing here.
 */
import type { Database } from '@portico/service/database'
import { ApiError } from '@portico/service/http'
import { type Secrets, digest } from '@portico/service/secrets'
import { type VaultStatement, statementSigner, vaultStatement } from '@portico/vault-wire'

export interface Account {
  readonly walletId: string
  /** In small letters. */
  readonly eip155: string
}

export function accountOf(walletId: string, eip155: string): Account {
  return { walletId, eip155: eip155.toLowerCase() }
}

/** @throws ApiError 401 `invalid_statement` unless the wallet's own key signed it for this ticket */
export function readStatement(
  { text, signature, ticket }: { text: string; signature: string; ticket: string },
  walletId: string,
): VaultStatement {
  const parsed = vaultStatement.safeParse(readJson(text))
  if (!parsed.success) throw new ApiError(400, 'invalid', 'Not what is expected here: statement.')
  const said = parsed.data
  const signed =
    said.wallet === walletId && said.ticket === digest(ticket) && statementSigner(text, signature) === said.eip155.toLowerCase()
  if (!signed) throw new ApiError(401, 'invalid_statement', 'The owner of the wallet did not sign this.')
  return said
}

/** Makes an account where there is none. @returns whether it was made now */
export async function ensureAccount(trx: Database, { walletId, eip155 }: Account, now: number): Promise<boolean> {
  const made = await trx
    .insertInto('vault_accounts')
    .values({ wallet_id: walletId, eip155, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('wallet_id')
    .executeTakeFirst()
  return made !== undefined
}

/** An address of a mailbox, sealed for the database. */
export function contactSealer(secrets: Secrets) {
  return {
    seal: ({ walletId }: Account, email: string): string => secrets.seal('owner', email, walletId),
    open: (walletId: string, sealed: string): string => secrets.open('owner', sealed, walletId),
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
