import type { ChainOptions } from '@portico/gateway'
import { genesisHashes, solanaTokens } from '@portico/chains/solana/data'
import { addresses } from '../contracts/artifacts/addresses.js'
import { tokens } from '../contracts/tokens.js'
import { tokenArtUrl } from '../life/tokenArt.js'
import { type ChainId, chains } from '../parts.js'

/** Where the sandbox's chains answer. */
export interface ChainUrls {
  readonly evm: Readonly<Record<ChainId, string>>
  readonly solana: string
  readonly solanaDevnet: string
  readonly bitcoin: string
  /** The control API: what coins and tokens are worth here, and their pictures. */
  readonly control: string
}

const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const sol = { name: 'Solana', symbol: 'SOL', decimals: 9 }

/** Tokens of the seed, as a list of tokens would have them. */
const listed = [
  { address: addresses.usdc, name: 'USD Coin', symbol: 'USDC', decimals: tokens.USDC.decimals },
  { address: addresses.dai, name: 'Dai Stablecoin', symbol: 'DAI', decimals: tokens.DAI.decimals },
  { address: addresses.port, name: 'Portico', symbol: 'PORT', decimals: tokens.PORT.decimals },
  { address: addresses.weth, name: 'Wrapped Ether', symbol: 'WETH', decimals: tokens.WETH.decimals },
]
/** The mint of the classic token program: on Solana only those of Token-2022 say themselves what they are called. */
const [usdc] = solanaTokens
const listedOnSolana = [{ address: usdc.mint, name: usdc.name, symbol: usdc.symbol, decimals: usdc.decimals }]

/** The routers of the seed, and the dollars that its pools are made with: what swaps go by. The second knows the pools of the first too. */
const swap = {
  v2: [addresses.router],
  v3: [{ quoter: addresses.quoter, router: addresses.router02 }],
  hubs: [addresses.usdc, addresses.dai],
}

/** The pools of the seed's Solana, which answer as Jupiter does. */
const byJupiter = (control: string) => ({ providers: [{ kind: 'jupiter', url: `${control}/jupiter`, key: 'sandbox' }] })

/** What the gateway is told about the chains here: their own nodes are all that it asks, and the sandbox what things are worth. A block shows after a fifth of a second. */
export function gatewayChains({ evm, solana, solanaDevnet, bitcoin, control }: ChainUrls): readonly ChainOptions[] {
  const providers = [{ kind: 'node' }, { kind: 'llama', url: control }]
  const drawn = <T extends { readonly symbol: string }>(coin: T) => ({ ...coin, iconUrl: tokenArtUrl(control, coin.symbol) })
  return [
    ...chains.map(
      ({ id, name }): ChainOptions => ({
        id: `eip155:${id}`,
        name,
        rpc: [evm[id]],
        native: drawn(ether),
        startBlock: 0,
        pollMs: 200,
        tokens: listed.map(drawn),
        providers,
        swap,
      }),
    ),
    ...[
      { id: `solana:${genesisHashes.mainnet.slice(0, 32)}`, name: 'Solana', rpc: [solana], providers, swap: byJupiter(control) },
      { id: `solana:${genesisHashes.devnet.slice(0, 32)}`, name: 'Solana devnet', rpc: [solanaDevnet] },
    ].map((chain): ChainOptions => ({ ...chain, native: drawn(sol), tokens: listedOnSolana.map(drawn) })),
    {
      id: 'bip122:000000000019d6689c085ae165831e93',
      name: 'Bitcoin',
      rpc: [bitcoin],
      native: drawn({ name: 'Bitcoin', symbol: 'BTC', decimals: 8 }),
      providers,
    },
  ]
}
