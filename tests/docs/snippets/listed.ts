import { evm } from '@portico/adapter-evm'
import { base } from '@portico/adapter-evm/networks'

const tokens = [{ chainId: 8453, address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', symbol: 'USDC', name: 'USD Coin', decimals: 6 }]
export const adapter = evm({ networks: [base], tokens })
