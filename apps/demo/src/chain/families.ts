import type { Namespace } from '@portico/core'

/** The chain families of the treasury. */
export type FamilyId = 'eip155' | 'solana' | 'bip122'

/** What the page says and suggests where a chain family is in use. */
export interface Family {
  readonly name: string
  /** Of the native currency. */
  readonly symbol: string
  readonly decimals: number
  /** What the treasury suggests to send, in whole units. */
  readonly sample: string
  /** Where the treasury keeps its reserve: an account of the sandbox that no test wallet has the key of. */
  readonly reserve: string
  /** What the sandbox's faucet gives, in whole units. */
  readonly portion: string
  /** The beginning of an address. */
  readonly placeholder: string
  readonly notAnAddress: string
}

const families: Readonly<Record<FamilyId, Family>> = {
  eip155: {
    name: 'EVM',
    symbol: 'ETH',
    decimals: 18,
    sample: '0.25',
    portion: '10',
    placeholder: '0x…',
    reserve: '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720',
    notAnAddress: 'Enter an address: 0x and 40 digits. Check its letters.',
  },
  solana: {
    name: 'Solana',
    symbol: 'SOL',
    decimals: 9,
    sample: '0.25',
    portion: '10',
    placeholder: 'Base58, 32 to 44 characters',
    reserve: '5Z6Ay5NEcbg3xhopc522sBCRXQujkTiuDRnHGfQdcnSf',
    notAnAddress: 'Enter a Solana address: 32 to 44 letters and digits.',
  },
  bip122: {
    name: 'Bitcoin',
    symbol: 'BTC',
    decimals: 8,
    sample: '0.001',
    portion: '0.1',
    placeholder: 'bc1…',
    reserve: 'bc1qpmflkvrhqxn288kc43rl3c8urpvdrxjst0darl',
    notAnAddress: 'Enter a Bitcoin address, such as bc1…',
  },
}

export const isFamily = (namespace: Namespace): namespace is FamilyId => namespace in families

/** @throws when the treasury does not work on the chain family */
export function familyOf(namespace: Namespace): Family {
  if (!isFamily(namespace)) throw new Error(`The treasury knows nothing of '${namespace}'.`)
  return families[namespace]
}
