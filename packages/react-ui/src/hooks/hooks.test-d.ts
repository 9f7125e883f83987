import type { Account, Network } from '@portico/core'
import type { EmbeddedUser, LoginState, SocialProvider } from '@portico/core/embedded'
import { expectTypeOf, test } from 'vitest'
import {
  useAccount,
  useConnections,
  useDisconnect,
  useEmbedded,
  useFeeRates,
  useLogin,
  useNetwork,
  useNetworks,
  useSignMessageWithProtocol,
  useSignPsbt,
  useSignTransactions,
  useSwitchConnection,
  useTokenBalances,
  useTransactions,
} from './index.js'

test('an account narrows with its chain family', () => {
  type Evm = ReturnType<typeof useAccount<'eip155'>>
  expectTypeOf<Evm['address']>().toEqualTypeOf<`0x${string}` | undefined>()
  expectTypeOf<Evm>().toEqualTypeOf<Account<'eip155'>>()
  expectTypeOf<Evm['namespace']>().toEqualTypeOf<'eip155'>()
  type Solana = ReturnType<typeof useAccount<'solana'>>
  expectTypeOf<Solana['address']>().toEqualTypeOf<string | undefined>()
  expectTypeOf<Solana>().toEqualTypeOf<Account<'solana'>>()
  const useReadHere = () => useAccount({ namespace: 'eip155' })
  expectTypeOf<ReturnType<typeof useReadHere>['allAccounts']>().toEqualTypeOf<readonly `0x${string}`[]>()
  const useAnyHere = () => useAccount()
  expectTypeOf<ReturnType<typeof useAnyHere>['address']>().toEqualTypeOf<string | undefined>()
})

test('an account has an address, an id and a wallet once it is connected, also where it is taken apart', () => {
  type Evm = ReturnType<typeof useAccount<'eip155'>>
  type Connected = Extract<Evm, { status: 'connected' }>
  expectTypeOf<Connected['address']>().toEqualTypeOf<`0x${string}`>()
  expectTypeOf<Connected['accountId']>().toEqualTypeOf<`eip155:${string}:${string}`>()
  expectTypeOf<Connected['wallet']['name']>().toEqualTypeOf<string>()
  expectTypeOf<Exclude<Evm, { status: 'connected' }>['address']>().toEqualTypeOf<undefined>()
  function useNarrowed() {
    const { status, address, wallet } = useAccount({ namespace: 'eip155' })
    if (status === 'connected') return { address, wallet: wallet.name }
    expectTypeOf(address).toEqualTypeOf<undefined>()
    return undefined
  }
  expectTypeOf<ReturnType<typeof useNarrowed>>().toEqualTypeOf<{ address: `0x${string}`; wallet: string } | undefined>()
})

test('a network, the list of them and the connections narrow too', () => {
  const useNetworkHere = () => useNetwork({ namespace: 'solana' })
  expectTypeOf<NonNullable<ReturnType<typeof useNetworkHere>['network']>['id']>().toEqualTypeOf<`solana:${string}`>()
  expectTypeOf<NonNullable<ReturnType<typeof useNetworkHere>['network']>>().toExtend<Network>()
  const useNetworksHere = () => useNetworks({ namespace: 'bip122' })
  expectTypeOf<ReturnType<typeof useNetworksHere>[number]['namespace']>().toEqualTypeOf<'bip122'>()
  const useConnectionsHere = () => useConnections({ namespace: 'eip155' })
  expectTypeOf<ReturnType<typeof useConnectionsHere>[number]['addresses'][0]>().toEqualTypeOf<`0x${string}`>()
})

test('a namespace is one of the five, and nothing else', () => {
  // @ts-expect-error there is no such chain family
  const useWrongHere = () => useAccount({ namespace: 'tezos' })
  expectTypeOf(useWrongHere).toBeFunction()
  const usePoliteHere = () => useAccount({ namespace: 'polkadot' })
  expectTypeOf<ReturnType<typeof usePoliteHere>['namespace']>().toEqualTypeOf<'polkadot'>()
})

test('actions take a namespace once, or with each call', () => {
  expectTypeOf(useDisconnect).toBeCallableWith({ namespace: 'solana' })
  expectTypeOf<ReturnType<typeof useSwitchConnection>['mutate']>().toBeCallableWith({ connectorId: 'a', namespace: 'bip122' })
  expectTypeOf<ReturnType<typeof useSignTransactions>['mutateAsync']>().returns.resolves.toEqualTypeOf<readonly Uint8Array[]>()
  expectTypeOf<ReturnType<typeof useSignPsbt>['mutateAsync']>().returns.resolves.toEqualTypeOf<{
    readonly psbt: string
    readonly hash?: string
  }>()
  expectTypeOf<ReturnType<typeof useSignMessageWithProtocol>['mutateAsync']>().returns.resolves.toExtend<{
    signature: string
    protocol?: 'ecdsa' | 'bip322'
  }>()
})

test('amounts of the chain are bigint', () => {
  expectTypeOf<NonNullable<ReturnType<typeof useTokenBalances>['data']>[number]['units']>().toEqualTypeOf<bigint>()
  expectTypeOf<NonNullable<ReturnType<typeof useTransactions>['data']>[number]['change']>().toEqualTypeOf<bigint>()
  expectTypeOf<NonNullable<ReturnType<typeof useFeeRates>['data']>['standard']>().toEqualTypeOf<number>()
})

test('a login is told apart by its status, and starts with what it needs', () => {
  type Login = ReturnType<typeof useLogin>
  expectTypeOf<Login['state']>().toEqualTypeOf<LoginState>()
  expectTypeOf<Extract<Login['state'], { status: 'otp' }>['resendAt']>().toEqualTypeOf<number>()
  expectTypeOf<Extract<Login['state'], { status: 'idle' }>>().not.toHaveProperty('email')
  expectTypeOf<Parameters<Login['startSocial']>[0]['provider']>().toEqualTypeOf<SocialProvider>()
  expectTypeOf<Login['cancel']>().returns.toBeVoid()
  expectTypeOf<ReturnType<typeof useEmbedded>['user']>().toEqualTypeOf<EmbeddedUser | undefined>()
})
