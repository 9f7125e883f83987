/** A token of the sandbox that anybody may mint. `key` names its contract among the sandbox's addresses. */
export interface DemoToken {
  readonly key: 'usdc' | 'dai' | 'port'
  readonly symbol: string
  readonly name: string
  readonly decimals: number
}

export const usdc: DemoToken = { key: 'usdc', symbol: 'USDC', name: 'Dollar coin', decimals: 6 }

export const tokens: readonly DemoToken[] = [
  usdc,
  { key: 'dai', symbol: 'DAI', name: 'Dai', decimals: 18 },
  { key: 'port', symbol: 'PORT', name: 'Portico token', decimals: 18 },
]
