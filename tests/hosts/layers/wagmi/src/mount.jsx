// A site that has wagmi already, with a connector of its own.
import { evm } from '@portico/adapter-evm'
import { createPortico } from '@portico/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { mock } from '@wagmi/core'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import {
  createConfig,
  http,
  useAccount,
  useCallsStatus,
  useCapabilities,
  useSendCalls,
  useSignMessage,
  useWaitForCallsStatus,
  WagmiProvider,
} from 'wagmi'
import { mainnet } from 'wagmi/chains'
import { Site } from './Site.jsx'

const config = createConfig({
  chains: [mainnet],
  connectors: [mock({ accounts: ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8'] })],
  transports: { [mainnet.id]: http('https://rpc.host.test') },
})

export function mountSite(element) {
  const portico = createPortico({ metadata: { name: 'Host' }, adapters: [evm({ config })] })
  const prefetch = new URLSearchParams(location.search).get('prefetch')
  const root = createRoot(element)
  root.render(
    <StrictMode>
      <WagmiProvider config={config}>
        <QueryClientProvider client={new QueryClient()}>
          <Site portico={portico} prefetch={prefetch}>
            <Wagmi />
          </Site>
        </QueryClientProvider>
      </WagmiProvider>
    </StrictMode>,
  )
  return () => root.unmount()
}

function Wagmi() {
  const { address } = useAccount()
  const { signMessage, data, error } = useSignMessage()
  return (
    <aside>
      <output id="wagmi-address">{address}</output>
      <button type="button" id="wagmi-sign" onClick={() => signMessage({ message: 'hello' })}>
        Sign with wagmi
      </button>
      <output id="wagmi-signature">{error ? String(error) : data}</output>
      {address && <Batch />}
    </aside>
  )
}

const to = '0x000000000000000000000000000000000000dEaD'
const calls = [
  { to, value: 1n },
  { to, value: 2n },
]
const tell = (batch) => batch && `${batch.status}, ${batch.statusCode}, ${batch.receipts?.length} receipts`

function Batch() {
  const { data: capabilities } = useCapabilities({ chainId: mainnet.id })
  const { sendCalls, data, error } = useSendCalls()
  const query = { enabled: data !== undefined }
  const { data: status } = useCallsStatus({ id: data?.id ?? '', query: { ...query, refetchInterval: 100 } })
  const { data: waited } = useWaitForCallsStatus({ id: data?.id, pollingInterval: 100, query })
  return (
    <>
      <output id="wagmi-capabilities">{JSON.stringify(capabilities?.atomic)}</output>
      <button type="button" id="wagmi-send" onClick={() => sendCalls({ calls })}>
        Send with wagmi
      </button>
      <output id="wagmi-status">{error ? String(error) : tell(status)}</output>
      <output id="wagmi-waited">{tell(waited)}</output>
    </>
  )
}
