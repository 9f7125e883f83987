import type { Portico } from '@portico/core'
import { defineSlot, loadCode, pushView } from '@portico/core/kit'
import { prefetchView } from '../../modal/registry.js'
import type { SocialName } from './socialNames.js'

type Flows = typeof import('./flows.js')

const fetched = defineSlot<Flows | undefined>('login', () => undefined)

async function fetchFlows(portico: Portico): Promise<Flows> {
  const module = await loadCode(() => import('./flows.js'))
  fetched.put(portico, module)
  return module
}

/** Fetches on the way to a press what it will need: the ways to log in, and the views that follow. Never rejects. */
export function warmUpLogin(portico: Portico): void {
  fetchFlows(portico).catch(() => undefined)
  void prefetchView(portico, 'EmailVerifyOtp') // with what it looks like; the others are in the same module
}

/** Sends the code or the link. @throws what became of it, and what keeps the code behind it from loading */
export async function startEmail(portico: Portico, email: string): Promise<void> {
  const { startEmailLogin } = fetched(portico) ?? (await fetchFlows(portico))
  await startEmailLogin(portico, { email })
}

/**
 * What a press on a social account, Farcaster or a known browser does. Where its code is here, in the press itself: a browser opens a
 * window for nothing else. Where it is not, as soon as it is: browsers grant a press a moment.
 */
export function startSocial(portico: Portico, name: SocialName | 'known'): void {
  const start = ({ startFarcasterLogin, startKnownLogin, startSocialLogin }: Flows) => {
    const started =
      name === 'known'
        ? startKnownLogin(portico)
        : name === 'farcaster'
          ? startFarcasterLogin(portico)
          : startSocialLogin(portico, { provider: name })
    started.catch(() => undefined) // the view shows it, from the state of the login
  }
  const here = fetched(portico)
  if (here) return start(here)
  fetchFlows(portico).then(start, () => pushView(portico, { view: 'ConnectSocials' })) // which says that it does not load, and offers another try
}
