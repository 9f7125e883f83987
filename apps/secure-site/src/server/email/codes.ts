import { randomInt } from 'node:crypto'
import { unsynced } from '@portico/service/database'
import { ApiError } from '@portico/service/http'
import type { Services } from '../context.js'
import type { EmailFlows } from './flows.js'

/** How long a code or a mailed link works, in seconds. */
export const codeSeconds = 600
/** Wrong codes that one mail allows. */
export const codeTries = 5
/** Wrong codes that an address allows within a day, before only the mailed link works (S28). */
export const codesPerDay = 20
const day = 86_400

/** Six digits, each of the million equally likely (CSPRNG). */
export function createCode(): string {
  return randomInt(0, 1_000_000).toString().padStart(6, '0')
}

/** Two digits to compare on two screens. */
export function createMatch(): string {
  return randomInt(0, 100).toString().padStart(2, '0')
}

/** How a code is stored: with its flow, by a key that the database does not hold. A million guesses would find a plain hash. */
export function codeDigest({ secrets }: Pick<Services, 'secrets'>, flow: string, code: string): string {
  return secrets.index('code', textOf(flow, code))
}

function textOf(flow: string, code: string): string {
  return `${flow} ${code}`
}

/** Whether the day's wrong codes for an address are used up. @param device that has proven the address: its own count alone matters then */
export async function isLocked({ rates }: Pick<Services, 'rates'>, emailIndex: string, device?: string): Promise<boolean> {
  return (await rates.count(guessKey(emailIndex, device), day)) >= codesPerDay
}

export interface CheckCodeParameters {
  /** Digest of the flow's id. */
  flow: string
  device: string
  status: 'code' | 'primary' | 'secondary'
  otp: string
  /** The address that the code went to, where it is not the flow's: its wrong codes are counted. */
  email?: string
}

/**
 * Evaluates a code: at most five wrong ones for each mail (S26), and 20 wrong ones a day for each address (S28), however many requests
 * come at once. A browser that has proven the address has 20 of its own, so that strangers' guesses keep it from nothing. The flow stays as it is: what follows belongs into one transaction with it.
 * @returns the flow that the code is right for
 * @throws ApiError `wrong_code`, `expired_code`, `too_many_tries`, `not_found`
 */
export async function checkCode(services: Services, parameters: CheckCodeParameters): Promise<EmailFlows> {
  const { db, clock, rates, users, secrets } = services
  const { flow: id, device, status, otp } = parameters
  const flow = await db
    .updateTable('email_flows')
    .set((row) => ({ tries: row('tries', '+', 1) }))
    .where('id', '=', id)
    .where('thumbprint', '=', device)
    .where('status', '=', status)
    .where('tries', '<', codeTries)
    .where('expires_at', '>', clock())
    .returningAll()
    .executeTakeFirst()
  if (!flow) throw await refusal(services, parameters)

  const email = parameters.email ?? secrets.open('flow', flow.email, id)
  const own = (await users.isKnownDevice(device, email)) ? device : undefined
  // Whoever has confirmed the mailed link owns the mailbox: others' wrong codes must not keep them out.
  const budget =
    flow.linked === 1
      ? undefined
      : await rates.take([{ key: guessKey(users.emailIndex(email), own), limits: [{ limit: codesPerDay, seconds: day }] }])
  if (budget?.status === 'refused') throw tooMany()
  if (flow.code !== null && services.secrets.isIndex('code', textOf(id, otp), flow.code)) {
    await budget?.giveBack()
    // What follows may fail, and the visitor types the same code again: that is no wrong one, but for a power failure just now.
    await unsynced(db, (at) =>
      at
        .updateTable('email_flows')
        .set((row) => ({ tries: row('tries', '-', 1) }))
        .where('id', '=', id)
        .where('code', '=', flow.code)
        .where('tries', '>', 0)
        .execute(),
    )
    return flow
  }
  const triesLeft = codeTries - flow.tries
  if (triesLeft <= 0) throw tooMany()
  throw new ApiError(400, 'wrong_code', 'This code is not right.', { triesLeft })
}

async function refusal({ db, clock }: Services, { flow, device, status }: CheckCodeParameters): Promise<ApiError> {
  const found = await db
    .selectFrom('email_flows')
    .select(['status', 'tries', 'expires_at'])
    .where('id', '=', flow)
    .where('thumbprint', '=', device)
    .executeTakeFirst()
  if (!found || found.status !== status) return new ApiError(404, 'not_found', 'This code does not count any more. Ask for a new one.')
  if (found.expires_at <= clock()) return new ApiError(410, 'expired_code', 'This code has expired. Ask for a new one.')
  return tooMany()
}

function tooMany(): ApiError {
  return new ApiError(400, 'too_many_tries', 'Too many wrong codes. Ask for a new one.')
}

function guessKey(emailIndex: string, device?: string): string {
  return `guess:${emailIndex}${device === undefined ? '' : `:${device}`}`
}
