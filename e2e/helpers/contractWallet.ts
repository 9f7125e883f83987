import { createWallet, type Eip1193Provider, type HeadlessWallet } from '@portico/testing'
import { installWallet, type WalletBrowserContext } from '@portico/testing/playwright'
import { encodeAbiParameters, encodeFunctionData, getAddress, parseAbi, serializeErc6492Signature, type Address, type Hex } from 'viem'
import { compileContracts } from '../../packages/siwx/src/server/test/contracts.js'
import { chain, fundedAccount, nodes } from './sandbox.js'

const factoryAbi = parseAbi([
  'function make(address owner, bytes32 salt) returns (address)',
  'function where(address owner, bytes32 salt) view returns (address)',
])
const salt: Hex = `0x${'07'.repeat(32)}`

/** A contract's account on Ethereum: its address, and what becomes of a signature of its owner's. */
interface ContractAccount {
  readonly owner: ReturnType<typeof fundedAccount>
  readonly address: Address
  readonly wrap: (signature: Hex) => Hex
}

async function deploy(owner: ContractAccount['owner'], data: Hex): Promise<Address> {
  const hash = await owner.client.sendTransaction({ chain: null, data })
  const { contractAddress } = await chain(1).waitForTransactionReceipt({ hash })
  return getAddress(contractAddress ?? '0x')
}

/** One whose contract is there (ERC-1271). */
export async function deployedAccount(): Promise<ContractAccount> {
  const owner = fundedAccount(7)
  const { Owned } = compileContracts()
  const address = await deploy(owner, `${Owned}${encodeAbiParameters([{ type: 'address' }], [owner.address]).slice(2) as Hex}`)
  return { owner, address, wrap: (signature) => signature }
}

/** One whose contract is to come: its signatures say how it is made (ERC-6492). */
export async function undeployedAccount(): Promise<ContractAccount> {
  const owner = fundedAccount(8)
  const factory = await deploy(owner, compileContracts().Factory)
  const args = [owner.address, salt] as const
  const address = await chain(1).readContract({ address: factory, abi: factoryAbi, functionName: 'where', args })
  const data = encodeFunctionData({ abi: factoryAbi, functionName: 'make', args })
  return { owner, address: getAddress(address), wrap: (signature) => serializeErc6492Signature({ address: factory, data, signature }) }
}

/** Kappa: an announced wallet of a contract's account. Its owner signs for it. */
export async function installKappa(context: WalletBrowserContext, { owner, address, wrap }: ContractAccount): Promise<HeadlessWallet> {
  const wallet = createWallet({ name: 'Kappa', rdns: 'com.example.kappa', chains: nodes, privateKeys: owner.key })
  const named = (value: unknown, from: string, to: string): unknown =>
    Array.isArray(value)
      ? value.map((one: unknown) => (typeof one === 'string' && one.toLowerCase() === from.toLowerCase() ? to : one))
      : value
  const face = (provider: Eip1193Provider): Eip1193Provider => ({
    on: (event, listener) => provider.on(event, listener),
    removeListener: (event, listener) => provider.removeListener(event, listener),
    request: async ({ method, params }) => {
      const answer = await provider.request({ method, params: named(params, address, owner.address) })
      return method === 'personal_sign' ? wrap(answer as Hex) : named(answer, owner.address, address)
    },
  })
  const forContract: HeadlessWallet = Object.create(wallet, {
    port: { value: (origin: string) => face(wallet.port(origin)) },
    listen: {
      value: (listener: Parameters<HeadlessWallet['listen']>[0]) =>
        wallet.listen((heard) => listener({ ...heard, payload: named(heard.payload, owner.address, address) })),
    },
  })
  await installWallet(context, { wallet: forContract })
  return wallet
}
