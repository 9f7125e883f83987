import type { Portico } from '../../../portico/createPortico.js'
import { queryClientOf } from '../../../portico/query.js'
import { findSwapToken, swapTokensQuery } from '../tokens.js'
import { isTokenAddress, type SwapToken } from '../token.js'
import type { Sender } from '../../send/form/store.js'
import { startSwap } from './startSwap.js'
import { swapFormStore, type SwapPreset } from './store.js'

/**
 * Fills in what a site says. Does nothing while the form is that of the same parameters already, so that coming back to the view keeps
 * what was changed, or while a swap is on its way.
 * @example await presetSwap(portico, { fromToken: 'native', toToken: 'USDC', amount: '0.1' })
 * @throws TokenNotFoundError, SwapUnsupportedError, and the errors of asking
 */
export async function presetSwap(portico: Portico, preset: SwapPreset): Promise<void> {
  const store = swapFormStore(portico)
  const { opened, progress } = store.getState()
  const isUnderWay = !['editing', 'confirmed', 'failed'].includes(progress.status)
  if (opened === preset || isUnderWay) return
  startSwap(portico)
  const { fromToken, toToken, amount = '' } = preset
  const { sender } = store.getState()
  store.setState({ opened: preset, amount: amount.slice(0, 100), typedIn: undefined })
  if (!sender) return
  const [from, to] = await Promise.all([named(portico, sender, fromToken), named(portico, sender, toToken)])
  const { sender: now, opened: still, ...form } = store.getState()
  if (now !== sender || still !== preset) return
  store.setState({ from: form.from ?? from, to: form.to ?? to })
}

/** A token by its contract, its short name on the gateway's list, or `native`. */
async function named(portico: Portico, sender: Sender, token: string | undefined): Promise<SwapToken | undefined> {
  if (token === undefined) return undefined
  if (token === 'native' || isTokenAddress(token, sender.networkId))
    return findSwapToken(portico, sender, token === 'native' ? undefined : token)
  const listed = await queryClientOf(portico).fetchQuery(swapTokensQuery(portico, sender.networkId))
  const found = listed.find(({ symbol }) => symbol.toLowerCase() === token.toLowerCase())
  return found && findSwapToken(portico, sender, found.address)
}
