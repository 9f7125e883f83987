import { CapabilityMissingError, NetworkSwitchUnconfirmedError, SwitchNotSupportedError, UserRejectedError } from '@portico/core'
import { pause } from '@portico/core/kit'
import type { Chain } from 'viem'
import { readDialect } from './errors.js'
import { ask, askChainId, networkIdOf, toHexNumber, type Provider } from './provider.js'

/** How long a wallet may need to arrive after it said that it switched, in milliseconds, step by step. */
const arrival = [0, 100, 300, 600]

/** The wallet has never heard of the chain: 4902, or one of its disguises. */
export function isUnknownChain(thrown: unknown): boolean {
  const { codes, texts } = readDialect(thrown)
  return (
    codes.includes(4902) ||
    texts.some((text) =>
      /unrecogni[sz]ed chain|try adding the chain|wallet_addEthereumChain|chain .{0,40}(not (been )?added|not found|unknown)/i.test(text),
    )
  )
}

/**
 * Asks a wallet to change its chain (EIP-3326), adds the chain when the wallet does not know it (EIP-3085), and looks
 * afterwards whether it is there.
 * @throws UserRejectedError, RequestPendingError, SwitchNotSupportedError, NetworkSwitchUnconfirmedError
 */
export async function switchWallet({ provider, wallet, chain }: { provider: Provider; wallet: string; chain: Chain }): Promise<void> {
  const chainId = toHexNumber(chain.id)
  const change = () => ask(provider, 'wallet_switchEthereumChain', [{ chainId }])
  try {
    await change().catch(async (error: unknown) => {
      if (error instanceof UserRejectedError || !isUnknownChain(error)) throw error
      await ask(provider, 'wallet_addEthereumChain', [chainParameters(chain)])
      // Some wallets add without going there.
      if ((await askChainId(provider)) !== chain.id) await change()
    })
  } catch (error) {
    if (error instanceof CapabilityMissingError) throw new SwitchNotSupportedError({ wallet, cause: error })
    throw error
  }
  await confirmChain(() => askChainId(provider), chain.id)
}

/** Resolves when the wallet is on the chain. @throws NetworkSwitchUnconfirmedError when it is still elsewhere after a second */
export async function confirmChain(whereIs: () => Promise<number>, chainId: number): Promise<void> {
  let actual = 0
  for (const milliseconds of arrival) {
    if (milliseconds > 0) await pause(milliseconds)
    actual = await whereIs()
    if (actual === chainId) return
  }
  throw new NetworkSwitchUnconfirmedError({ wanted: networkIdOf(chainId), actual: networkIdOf(actual) })
}

/** The chain's public facts (EIP-3085). The host's own transports are not handed to wallets. */
function chainParameters({ id, name, nativeCurrency, rpcUrls, blockExplorers }: Chain) {
  const explorer = blockExplorers?.default.url
  return {
    chainId: toHexNumber(id),
    chainName: name,
    nativeCurrency,
    rpcUrls: rpcUrls.default.http,
    ...(explorer && { blockExplorerUrls: [explorer] }),
  }
}
