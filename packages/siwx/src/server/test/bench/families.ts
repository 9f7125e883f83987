import {
  createTestClient,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  type Hex,
  http,
  parseAbi,
  publicActions,
  walletActions,
} from 'viem'
import { foundry } from 'viem/chains'
import { serializeErc6492Signature } from 'viem/utils'
import { writeSignInMessage } from '../../../write.js'
import type { SignInProof } from '../../verify/signIn.js'
import { compileContracts } from '../contracts.js'
import { alice, messageOf, signedOnSolana } from '../site.js'
import { addresses, signOnBitcoin } from './bitcoin.js'

/** A kind of account, and how it signs in. */
export interface Family {
  readonly name: string
  readonly prove: (nonce: string) => Promise<SignInProof>
}

const factoryAbi = parseAbi([
  'function make(address, bytes32) returns (address)',
  'function where(address, bytes32) view returns (address)',
])
const salt = `0x${'01'.repeat(32)}` as const
const bitcoin = '000000000019d6689c085ae165831e93'

/** One of each kind. The contracts are on a local chain. @param url of the chain, which calls itself 1 */
export async function createFamilies(url: string): Promise<readonly Family[]> {
  const client = createTestClient({ mode: 'anvil', chain: { ...foundry, id: 1 }, transport: http(url), pollingInterval: 20 })
    .extend(publicActions)
    .extend(walletActions)
  const [account = '0x'] = await client.getAddresses()
  const deploy = async (data: Hex) => {
    const hash = await client.sendTransaction({ account, data })
    return getAddress((await client.waitForTransactionReceipt({ hash })).contractAddress ?? '0x')
  }
  const code = compileContracts()
  const factory = await deploy(code.Factory)
  const deployed = await deploy(`${code.Owned}${encodeAbiParameters([{ type: 'address' }], [alice.address]).slice(2)}`)
  const args = [alice.address, salt] as const
  const coming = getAddress(await client.readContract({ address: factory, abi: factoryAbi, functionName: 'where', args }))
  const data = encodeFunctionData({ abi: factoryAbi, functionName: 'make', args })

  const ethereum = async (address: string, nonce: string) => {
    const message = writeSignInMessage(messageOf(address, nonce))
    return { message, signature: await alice.signMessage({ message }) }
  }
  const onBitcoin = (kind: keyof typeof addresses) => async (nonce: string) => {
    const message = writeSignInMessage(messageOf(addresses[kind], nonce, { namespace: 'bip122', chainId: bitcoin }))
    return { message, signature: signOnBitcoin(kind, message) }
  }
  return [
    { name: 'Ethereum, a key', prove: (nonce) => ethereum(alice.address, nonce) },
    { name: 'Ethereum, a contract (ERC-1271)', prove: (nonce) => ethereum(deployed, nonce) },
    {
      name: 'Ethereum, a contract that is not yet deployed (ERC-6492)',
      prove: async (nonce) => {
        const { message, signature } = await ethereum(coming, nonce)
        return { message, signature: serializeErc6492Signature({ address: factory, data, signature }) }
      },
    },
    { name: 'Solana', prove: async (nonce) => signedOnSolana(nonce) },
    { name: 'Bitcoin, P2WPKH (BIP-322)', prove: onBitcoin('p2wpkh') },
    { name: 'Bitcoin, taproot (BIP-322)', prove: onBitcoin('p2tr') },
  ]
}
