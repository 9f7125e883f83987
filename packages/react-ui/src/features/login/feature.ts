import { inOneModule, type Feature } from '../feature.js'

/** Logging in to the embedded wallet, by e-mail or by an account elsewhere. */
export const login = {
  id: 'login',
  ...inOneModule(
    () => import('./views.js'),
    ['ConnectSocials', 'EmailVerifyOtp', 'EmailVerifyDevice', 'ConnectingSocial', 'ConnectingFarcaster'],
  ),
} as const satisfies Feature
