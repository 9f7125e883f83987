/**
 * MetaMask's DelegationManager 1.3.0, at this address on every network that it was deployed to. An account obeys no other.
 * @example const isThere = (await client.getCode({ address: delegationManager })) !== undefined // else the network has no permissions
 */
export const delegationManager = '0xdb9B1e94B5b69Df7e401DDbedE43491141047dB3'

/**
 * MetaMask's sign for "whoever asks".
 * @example if (isAddressEqual(delegation.delegate, anybody)) console.warn('Whoever reads this permission can use it.')
 */
export const anybody = '0x0000000000000000000000000000000000000a11'

/**
 * The contracts that hold a permission to its terms, of the same release. Each reads its terms in a form of its own.
 * @example
 * const onlyTheKey = { enforcer: enforcers.redeemer, terms: key.address } // whoever else it is handed to cannot use it
 * const narrower = { ...delegation, caveats: [...delegation.caveats, onlyTheKey] }
 */
export const enforcers = {
  allowedTargets: '0x7F20f61b1f09b08D970938F6fa563634d65c4EeB',
  allowedMethods: '0x2c21fD0Cb9DC8445CB3fb0DC5E7Bb0Aca01842B5',
  tokenPeriod: '0x474e3Ae7E169e940607cC624Da8A15Eb120139aB',
  nativePeriod: '0x9BC0FAf4Aca5AE429F4c06aEEaC517520CB16BD9',
  exactCalldata: '0x99F2e9bF15ce5eC84685604836F71aB835DBBdED',
  valueLte: '0x92Bf12322527cAA612fd31a0e810472BBB106A8F',
  timestamp: '0x1046bb45C8d673d4ea75321280DB34899413c069',
  limitedCalls: '0x04658B29F6b82ed55274221a06Fc97D318E25416',
  redeemer: '0xE144b0b2618071B4E56f746313528a669c7E65c5',
} as const
