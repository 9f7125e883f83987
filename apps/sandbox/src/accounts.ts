/** The mnemonic that every local chain tool uses. It is public: anything sent to its accounts on a real chain is stolen at once. */
export const mnemonic = 'test test test test test test test test test test test junk'

/** Accounts 0 to 9 of the mnemonic at `m/44'/60'/0'/0/index`. Each has 10,000 ether and the seeded tokens on every chain. */
export const accounts = [
  { index: 0, address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', name: 'mira.eth' },
  { index: 1, address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', name: 'noor.eth' },
  { index: 2, address: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC', name: 'ilse.eth' },
  { index: 3, address: '0x90F79bf6EB2c4f870365E785982E1f101E93b906', name: null },
  { index: 4, address: '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65', name: null },
  { index: 5, address: '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc', name: null },
  { index: 6, address: '0x976EA74026E726554dB657fA54763abd0C3a0aa9', name: null },
  { index: 7, address: '0x14dC79964da2C08b23698B3D3cc7Ca32193d9955', name: null },
  { index: 8, address: '0x23618e81E3f5cdF7f54C3d65f7FBc0aBf5B21E8f', name: null },
  { index: 9, address: '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720', name: null },
] as const

/**
 * Deploys, mints and owns the name registry's root. Nobody has its key: the chains let the sandbox send in its name.
 * The bytes spell "Portico".
 */
export const operator = '0x00000000000000000000000000506f727469636f'
