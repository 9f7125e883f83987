import {
  AllowedMethodsEnforcer,
  AllowedTargetsEnforcer,
  DelegationManager,
  ERC20PeriodTransferEnforcer,
  ExactCalldataEnforcer,
  LimitedCallsEnforcer,
  NativeTokenPeriodTransferEnforcer,
  RedeemerEnforcer,
  TimestampEnforcer,
  ValueLteEnforcer,
} from '@metamask/delegation-abis/bytecode'
import { DELEGATOR_CONTRACTS } from '@metamask/delegation-deployments'

type Hex = `0x${string}`

/** A contract that is put where it stands on public networks, since nobody else can deploy to that address. */
export interface PlacedContract {
  address: Hex
  /** What its deployment runs: its code, and what its constructor is given. */
  initCode: Hex
}

const creation = {
  AllowedMethodsEnforcer,
  AllowedTargetsEnforcer,
  ERC20PeriodTransferEnforcer,
  ExactCalldataEnforcer,
  LimitedCallsEnforcer,
  NativeTokenPeriodTransferEnforcer,
  RedeemerEnforcer,
  TimestampEnforcer,
  ValueLteEnforcer,
}

/** MetaMask's Delegation Framework 1.3.0 as on public networks: the manager, and the enforcers that permissions use. */
export function delegationContracts(): PlacedContract[] {
  const addresses = DELEGATOR_CONTRACTS['1.3.0']?.[1] ?? {}
  // The constructor's one argument is an owner who may pause it. Here nobody can: a placed contract has no storage.
  const nobody = '1'.padStart(64, '0')
  const manager = { name: 'DelegationManager', code: `${DelegationManager}${nobody}` }
  const enforcers = Object.entries(creation).map(([name, code]) => ({ name, code: String(code) }))
  return [manager, ...enforcers].map(({ name, code }) => ({ address: hex(addresses[name] ?? ''), initCode: hex(code) }))
}

function hex(text: string): Hex {
  return text.startsWith('0x') ? `0x${text.slice(2)}` : `0x${text}`
}
