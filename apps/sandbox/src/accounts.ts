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

/** Account 20 of the mnemonic, with its key: the gateway agrees with it to pay for operations. It holds nothing. */
export const sponsor = {
  index: 20,
  address: '0x09DB0a93B389bEF724429898f539AEB7ac2Dd55f',
  key: '0xeaa861a9a01391ed3d587d8a5a84ca56ee277629a8b02c22093a419bf240e65d',
} as const

/** Accounts 21 and 22 of the mnemonic: the gateway brings operations of smart accounts to the chains with them. Each has 1,000 ether there. */
export const executors = [
  {
    index: 21,
    address: '0x02484cb50AAC86Eae85610D6f4Bf026f30f6627D',
    key: '0xc511b2aa70776d4ff1d376e8537903dae36896132c90b91d52c1dfbae267cd8b',
  },
  {
    index: 22,
    address: '0x08135Da0A343E492FA2d4282F2AE34c6c5CC1BbE',
    key: '0x224b7eb7449992aac96d631d9677f7bf5888245eef6d6eeda31e62d2f29a83e4',
  },
] as const

/** Account 23 of the mnemonic, with its key: the gateway signs with it what resolvers of names are told. It holds nothing. */
export const nameSigner = {
  index: 23,
  address: '0x5E661B79FE2D3F6cE70F5AAC07d8Cd9abb2743F1',
  key: '0x4624e0802698b9769f5bdb260a3777fbd4941ad2901f5966b854f953497eec1b',
} as const
