import type { Portico } from '@portico/core'
import { startFarcasterLogin, startSocialLogin } from '@portico/core/embedded'
import { prefetchView } from '../../modal/registry.js'
import type { SocialName } from './socialNames.js'

/** What a press on a way to log in does. Called in the press itself: the browser opens a window for nothing else. */
export function chooseSocial(portico: Portico, name: SocialName): void {
  const started = name === 'farcaster' ? startFarcasterLogin(portico) : startSocialLogin(portico, { provider: name })
  started.catch(() => undefined) // the view shows it, from the state of the login
}

/** Fetches on the way to a press what that will show. */
export const warmUpSocial = (portico: Portico, name: SocialName): void =>
  void prefetchView(portico, name === 'farcaster' ? 'ConnectingFarcaster' : 'ConnectingSocial')
