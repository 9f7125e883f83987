/** What a choice of network means for the visitor. */
export type SwitchDecision = 'nothing' | 'SwitchNetwork' | 'SwitchActiveChain'

export interface SwitchFacts {
  readonly targetIsActive: boolean
  /** The embedded wallet is the connector in use. */
  readonly embeddedActive: boolean
  readonly embeddedSupportsTarget: boolean
  /** The host asks for a confirmation before each change. */
  readonly confirmationRequired: boolean
  readonly targetInOtherNamespace: boolean
  readonly hasAddressOnCurrent: boolean
  readonly hasAddressOnTarget: boolean
}

export interface SwitchRow {
  readonly name: string
  readonly when: (facts: SwitchFacts) => boolean
  readonly then: SwitchDecision
}

/** The table itself: the first row that applies decides. */
export const switchDecisions: readonly SwitchRow[] = [
  { name: 'the target is already active', when: ({ targetIsActive }) => targetIsActive, then: 'nothing' },
  {
    name: 'the embedded wallet is active and supports the target, or a confirmation is required',
    when: ({ embeddedActive, embeddedSupportsTarget, confirmationRequired }) =>
      (embeddedActive && embeddedSupportsTarget) || confirmationRequired,
    then: 'SwitchNetwork',
  },
  {
    name: 'the target is in another namespace, with an address here and none there',
    when: ({ targetInOtherNamespace, hasAddressOnCurrent, hasAddressOnTarget }) =>
      targetInOtherNamespace && hasAddressOnCurrent && !hasAddressOnTarget,
    then: 'SwitchActiveChain',
  },
  { name: 'anything else', when: () => true, then: 'SwitchNetwork' },
]

export const decideSwitch = (facts: SwitchFacts): SwitchDecision => switchDecisions.find(({ when }) => when(facts))?.then ?? 'SwitchNetwork'

/** What follows once the wallet has answered. */
export type SwitchOutcome = 'back' | 'close' | 'stay'

export interface OutcomeFacts {
  readonly succeeded: boolean
  /** The network that the wallet ended up on is one of the site's. */
  readonly targetSupported: boolean
  /** The network before was one of the site's. */
  readonly previousSupported: boolean
}

/** After a switch: a failed one goes back one view; one to an unsupported network closes when the one before was not the site's either. */
export const outcomeDecisions: readonly {
  readonly name: string
  readonly when: (facts: OutcomeFacts) => boolean
  readonly then: SwitchOutcome
}[] = [
  { name: 'the switch failed', when: ({ succeeded }) => !succeeded, then: 'back' },
  {
    name: 'it succeeded, to an unsupported network, from one that was not in the list',
    when: ({ targetSupported, previousSupported }) => !targetSupported && !previousSupported,
    then: 'close',
  },
  { name: 'it succeeded', when: () => true, then: 'stay' },
]

/**
 * What follows a switch, once the wallet has answered, by the table in decisions.ts: the view goes back, the modal closes, or the view
 * stays as it is.
 * @example if (decideOutcome({ succeeded, targetSupported, previousSupported }) === 'close') closeModal(portico)
 */
export const decideOutcome = (facts: OutcomeFacts): SwitchOutcome => outcomeDecisions.find(({ when }) => when(facts))?.then ?? 'stay'

/** UnsupportedChain opens when switching is enabled and unsupported networks are not allowed. */
export const decideUnsupported = ({
  switchEnabled,
  unsupportedAllowed,
}: {
  readonly switchEnabled: boolean
  readonly unsupportedAllowed: boolean
}) => (switchEnabled && !unsupportedAllowed ? 'UnsupportedChain' : 'nothing')
