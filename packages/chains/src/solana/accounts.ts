/** Accounts 0 to 9. Each has 1,000 SOL and the seeded tokens. Their keys are public: never use them on a real cluster. */
export const solanaAccounts = [
  { index: 0, address: 'AKnL4NNf3DGWZJS6cPknBuEGnVsV4A4m5tgebLHaRSZ9' },
  { index: 1, address: '9hSR6S7WPtxmTojgo6GG3k4yDPecgJY292j7xrsUGWBu' },
  { index: 2, address: 'GyGKxMyg1p9SsHfm15MkNUu1u9TN2JtTspcdmrtGUdse' },
  { index: 3, address: 'EdmxWPmx2WH6WgFfTdu9xfkYf3k1g5wD1zccTVySEEh1' },
  { index: 4, address: '8SFqwqnq4whPhs8icwHA2hQg3hUoN1qrCLK1SBx3WKwe' },
  { index: 5, address: 'AKkzLhjhyFtM9j7WAhbaqYpFe49cXeJBg2kzLRC2PnNa' },
  { index: 6, address: 'GmaDrppBC7P5ARKV8g3djiwP89vz1jLK23V2GBjuAEGB' },
  { index: 7, address: '2KW2XRd9kwqet15Aha2oK3tYvd3nWbTFH1MBiRAv1BE1' },
  { index: 8, address: 'J2xccRtuG43drESLYznHhLhQkLTdfepcKYbiQ9BsJVaf' },
  { index: 9, address: '5Z6Ay5NEcbg3xhopc522sBCRXQujkTiuDRnHGfQdcnSf' },
] as const

/** Lamports of each account after a reset. */
export const seededLamports = 1_000_000_000_000n

/** Private key of account `index`: the ed25519 seed of 32 bytes that each have the value `index + 1`. */
export function solanaPrivateKey(index: number): Uint8Array {
  return new Uint8Array(32).fill(index + 1)
}

/** Pays airdrops and fees of the sandbox, and may mint the seeded tokens. */
export const faucetPrivateKey = new Uint8Array(32).fill(0xfa)
