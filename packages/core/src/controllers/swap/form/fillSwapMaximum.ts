import { InsufficientFundsError } from '../../account/errors.js'
import { target } from '../../account/target.js'
import type { Portico } from '../../../portico/createPortico.js'
import type { Sender } from '../../send/form/store.js'
import { getGasPrice } from '../gasPrice.js'
import { isSameToken } from '../token.js'
import { setSwapUnits } from './editSwap.js'
import { swapFormStore } from './store.js'

/**
 * What a swap takes of gas, roughly: so much of a coin is left to pay for it. On Solana it is lamports: the fee, and what two token
 * accounts have to hold, of which one is closed again.
 */
const gasOfSwap: Readonly<Record<string, bigint>> = { eip155: 150_000n, solana: 5_000_000n }

/** What a wallet sets as the limit of gas for a swap by two pools: a fifth more than it takes, and more. */
const gasLimitOfSwap = 300_000n

/**
 * Puts the most that can be swapped into the form: all of a token, and of the network's own coin what leaves the fee.
 * @example await fillSwapMaximum(portico) // all of it, less what the fee takes
 * @throws InsufficientFundsError where it does not even cover the fee, GasPriceUnsupportedError, and the errors of asking the gateway
 */
export async function fillSwapMaximum(portico: Portico): Promise<void> {
  const store = swapFormStore(portico)
  const { sender, from } = store.getState()
  if (!sender || !from) return
  const most = from.address === undefined ? await mostOfCoin(portico, sender, from.units) : from.units
  if (most <= 0n) throw new InsufficientFundsError()
  const now = store.getState()
  if (now.sender === sender && now.from && isSameToken(now.from, from)) setSwapUnits(portico, most)
}

/** What leaves the fee: at the most that the wallet may offer for gas, which has to be there, where the adapter knows it. */
async function mostOfCoin(portico: Portico, { namespace, networkId }: Sender, units: bigint): Promise<bigint> {
  if (namespace === 'eip155') {
    const { adapter, account } = await target(portico, { namespace, networkId })
    if (adapter.getMaximum) return adapter.getMaximum({ ...account, gas: gasLimitOfSwap })
  }
  return units - (gasOfSwap[namespace] ?? 0n) * (await getGasPrice(portico, networkId)).fast
}
