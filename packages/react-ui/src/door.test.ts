import { expect, test } from 'vitest'
import * as door from './index.js'

test('the door lets out what it says, and nothing else', () => {
  expect(Object.keys(door).sort()).toEqual([
    'AccountButton', 'ConnectButton', 'Modal', 'NetworkButton', 'PorticoButton', 'PorticoProvider', 'en', 'useAccount', 'useBalance', 'useCapabilities',
    'useConnect', 'useConnectAttempt', 'useConnectionStatus', 'useConnections', 'useConnectors', 'useDisconnect', 'useDisconnectAll', 'useEmbedded', 'useEstimateFee',
    'useFeeRates', 'useLogin', 'useModal', 'useNamespace', 'useNetwork', 'useNetworks', 'usePairing', 'usePortico', 'usePorticoEvent', 'usePorticoStore', 'useRecentWallets', 'useSendCalls',
    'useSendTransaction', 'useSignAndSendTransaction', 'useSignMessage', 'useSignMessageWithProtocol', 'useSignPsbt', 'useSignTransactions', 'useSignTypedData',
    'useSwitchConnection', 'useSwitchNetwork', 'useTheme', 'useTokenBalances', 'useTransactions', 'useWaitForReceipt',
  ])
})
