import { ApiError, networkOf } from '@portico/service/http'
import type { RateLimit, RateRule } from '@portico/service/rates'
import type { AppContext, Services } from '../context.js'
import type { Site } from '../projects/projects.js'

const hour = 3600
const day = 86_400

/** How many askers' worth of mails all strangers together may ask for, for one address. */
const strangers = 4

export interface TakeMailParameters {
  context: AppContext
  site: Site
  /** Whom the mail goes to. */
  email: string
}

export interface TakenMail {
  /** Whether this browser has proven the address before. */
  readonly known: boolean
}

/**
 * Counts a mail that somebody asks for (S27). First by asker: a browser that has proven the address has a budget of its own, which
 * nobody else can use up; everybody else has one for each network and address. Strangers are also limited by their network as a whole,
 * by the project, and by what all of them together may ask for an address. The limits hold for all processes together, and for
 * addresses with and without an account alike (S29).
 * @throws ApiError `cooldown` 'Please try again after {n} seconds', or `rate_limit`
 */
export async function takeMail(
  { config, rates, secrets, projects, users }: Services,
  { context, site, email }: TakeMailParameters,
): Promise<TakenMail> {
  const { limits } = config
  const device = context.get('device')
  const known = await users.isKnownDevice(device, email)
  const emailIndex = users.emailIndex(email)
  const network = secrets.index('network', networkOf(context, config.trustProxy))
  const gap: RateLimit = { limit: 1, seconds: limits.mailGapSeconds }
  const own: RateRule = {
    key: mailKey(emailIndex, known ? device : network),
    limits: [gap, { limit: limits.mailsPerAddressHour, seconds: hour }, { limit: limits.mailsPerAddressDay, seconds: day }],
  }
  const others: readonly RateRule[] = [
    {
      key: mailKey(emailIndex, 'strangers'),
      limits: [
        gap,
        { limit: strangers * limits.mailsPerAddressHour, seconds: hour },
        { limit: strangers * limits.mailsPerAddressDay, seconds: day },
      ],
    },
    { key: `mail-network:${network}`, limits: [{ limit: limits.mailsPerNetworkHour, seconds: hour }] },
    {
      key: `mail-project:${site.projectId}`,
      limits: [{ limit: projects.find(site.projectId)?.mailsPerHour ?? 0, seconds: hour }],
    },
  ]
  const outcome = await rates.take(known ? [own] : [own, ...others])
  if (outcome.status === 'taken') return { known }
  const { limit, retryAfter } = outcome
  if (limit === gap) throw new ApiError(429, 'cooldown', `Please try again after ${retryAfter} seconds`, { retryAfter })
  throw new ApiError(429, 'rate_limit', 'Too many e-mails were asked for. Please try again later.', { retryAfter })
}

/** Counts a mail that follows from the owner's own press: nobody else can ask for it, so nothing refuses it. @param device that is known by it */
export async function noteMail({ rates }: Services, emailIndex: string, device: string): Promise<void> {
  await rates.note(mailKey(emailIndex, device))
}

function mailKey(emailIndex: string, asker: string): string {
  return `mail:${emailIndex}:${asker}`
}
