import type { BrowserContext } from '@playwright/test'
import { nodes } from './sandbox.js'
import { installAlpha, installBeta } from './wallets.js'

/** The two wallets that a walk through the views needs. */
export async function walkWallets(context: BrowserContext) {
  const alpha = await installAlpha(context, { chains: { ...nodes, 250: nodes[1] }, policy: 'manual' })
  return { alpha, beta: await installBeta(context) }
}
