import { ApiError, networkOf } from '@portico/service/http'
import type { RateRule } from '@portico/service/rates'
import type { AppContext, Services } from '../context.js'
import type { Site } from '../projects/projects.js'

const hour = 3600
const day = 86_400

export interface TakeMailParameters {
  context: AppContext
  site: Site
  /** HMAC of the address. */
  emailIndex: string
}

/**
 * Counts a mail that somebody asks for, against the limits of its address, of the asker's network and of the project (S27). They hold
 * for all processes together, and for addresses with and without an account alike (S29).
 * @throws ApiError `cooldown` 'Please try again after {n} seconds', or `rate_limit`
 */
export async function takeMail(
  { config, rates, secrets, projects }: Services,
  { context, site, emailIndex }: TakeMailParameters,
): Promise<void> {
  const { limits } = config
  const network = secrets.index('network', networkOf(context, config.trustProxy))
  const address: RateRule = {
    key: mailKey(emailIndex),
    limits: [
      { limit: 1, seconds: limits.mailGapSeconds },
      { limit: limits.mailsPerAddressHour, seconds: hour },
      { limit: limits.mailsPerAddressDay, seconds: day },
    ],
  }
  const outcome = await rates.take([
    address,
    { key: `mail-network:${network}`, limits: [{ limit: limits.mailsPerNetworkHour, seconds: hour }] },
    {
      key: `mail-project:${site.projectId}`,
      limits: [{ limit: projects.find(site.projectId)?.mailsPerHour ?? 0, seconds: hour }],
    },
  ])
  if (outcome.status === 'taken') return
  const { rule, limit, retryAfter } = outcome
  if (rule === address && limit === address.limits[0]) {
    throw new ApiError(429, 'cooldown', `Please try again after ${retryAfter} seconds`, { retryAfter })
  }
  throw new ApiError(429, 'rate_limit', 'Too many e-mails were asked for. Please try again later.', { retryAfter })
}

/** Counts a mail that follows from the owner's own press: nobody else can ask for it, so nothing refuses it. */
export async function noteMail({ rates }: Services, emailIndex: string): Promise<void> {
  await rates.note(mailKey(emailIndex))
}

function mailKey(emailIndex: string): string {
  return `mail:${emailIndex}`
}
