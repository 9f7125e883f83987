// Uses a little of each door, as a dapp's own code and tests would: what is written here must keep compiling.
import { bitcoin } from '@portico/adapter-bitcoin'
import { bitcoin as bitcoinMainnet } from '@portico/adapter-bitcoin/networks'
import { evm, type EvmNetwork } from '@portico/adapter-evm'
import { mainnet } from '@portico/adapter-evm/networks'
import { solana } from '@portico/adapter-solana'
import { createKitSigner } from '@portico/adapter-solana/kit'
import { solana as solanaMainnet } from '@portico/adapter-solana/networks'
import { createWeb3jsSigner } from '@portico/adapter-solana/web3js'
import {
  activeConnection,
  connectionStore,
  createPortico,
  getAccount,
  mount,
  openModal,
  PorticoError,
  switchNetwork,
  type Network,
  type NetworkId,
  type Portico,
} from '@portico/core'
import { en, type ConnectButtonProps, type Locale, type ModalProps } from '@portico/react-ui'
import { createConfig, http } from '@wagmi/core'
import { mainnet as viemMainnet } from 'viem/chains'

const own: EvmNetwork = {
  id: 31_337,
  name: 'Local',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['http://127.0.0.1:8545'] } },
}

/** A page without wagmi, and one with: networks of ours, of the host, and of viem. */
export const withoutWagmi: Portico = createPortico({
  adapters: [evm({ networks: [mainnet, own, viemMainnet] })],
  themeMode: 'dark',
})
const config = createConfig({ chains: [viemMainnet], transports: { [viemMainnet.id]: http() } })
export const besideWagmi: Portico = createPortico({ adapters: [evm({ config })] })
export const threeFamilies: Portico = createPortico({
  adapters: [evm({ networks: [mainnet] }), solana({ networks: [solanaMainnet] }), bitcoin({ networks: [bitcoinMainnet] })],
})

/** What is known of an account is narrower where its namespace is. */
export const evmAddress: `0x${string}` | undefined = getAccount(threeFamilies, { namespace: 'eip155' }).address
export const solanaAddress: string | undefined = getAccount(threeFamilies, { namespace: 'solana' }).address
// @ts-expect-error not every address is an EVM one
export const someAddress: `0x${string}` | undefined = getAccount(threeFamilies).address

/** A host's own library signs through the connected wallet. */
export const signers = () => [createWeb3jsSigner(threeFamilies), createKitSigner(threeFamilies)]

/** Actions take the portico first and reject with errors of ours. */
export async function goTo(portico: Portico, networkId: NetworkId): Promise<Network | string> {
  const unmount = mount(portico)
  try {
    return await switchNetwork(portico, { networkId })
  } catch (error) {
    return error instanceof PorticoError ? (error.shown ?? error.message) : 'unknown'
  } finally {
    unmount()
  }
}

export const connected: boolean = activeConnection(connectionStore(withoutWagmi).getState()) !== undefined
export const button: ConnectButtonProps = {}
export const modal: ModalProps = {}
export const locale: Locale = en

// @ts-expect-error a network id is CAIP-2
export const wrong = switchNetwork(withoutWagmi, { networkId: 'ethereum' })
// @ts-expect-error an adapter is needed
export const none = () => createPortico({})

/** Events and views that a controller declares are known to a site. */
export function watchNetwork(portico: Portico): () => void {
  portico.events.on('network.changed', ({ to }) => console.info(to))
  return portico.events.on('network.unsupported', ({ namespace, networkId }) =>
    openModal(portico, { view: 'UnsupportedChain', params: { namespace, networkId } }),
  )
}
