import { expect, test } from 'vitest'
import { decideOutcome, decideSwitch, decideUnsupported, outcomeDecisions, switchDecisions, type SwitchFacts } from './decisions.js'

const nothing: SwitchFacts = {
  targetIsActive: false,
  embeddedActive: false,
  embeddedSupportsTarget: false,
  confirmationRequired: false,
  targetInOtherNamespace: false,
  hasAddressOnCurrent: false,
  hasAddressOnTarget: false,
}

test.each<[string, Partial<SwitchFacts>, string]>([
  ['the target is already active', { targetIsActive: true }, 'nothing'],
  [
    'the target is already active, whatever else is asked for',
    { targetIsActive: true, confirmationRequired: true, embeddedActive: true, embeddedSupportsTarget: true },
    'nothing',
  ],
  ['the embedded wallet is active and supports the target', { embeddedActive: true, embeddedSupportsTarget: true }, 'SwitchNetwork'],
  [
    'the embedded wallet supports a target in another namespace, without an address there',
    { embeddedActive: true, embeddedSupportsTarget: true, targetInOtherNamespace: true, hasAddressOnCurrent: true },
    'SwitchNetwork',
  ],
  ['a confirmation is required', { confirmationRequired: true }, 'SwitchNetwork'],
  [
    'a confirmation is required, for another namespace without an address',
    { confirmationRequired: true, targetInOtherNamespace: true, hasAddressOnCurrent: true },
    'SwitchNetwork',
  ],
  ['another namespace, an address here and none there', { targetInOtherNamespace: true, hasAddressOnCurrent: true }, 'SwitchActiveChain'],
  [
    'another namespace that the embedded wallet does not support',
    { embeddedActive: true, targetInOtherNamespace: true, hasAddressOnCurrent: true },
    'SwitchActiveChain',
  ],
  [
    'another namespace, an address on both',
    { targetInOtherNamespace: true, hasAddressOnCurrent: true, hasAddressOnTarget: true },
    'SwitchNetwork',
  ],
  ['another namespace, no address at all', { targetInOtherNamespace: true }, 'SwitchNetwork'],
  ['another namespace, an address there only', { targetInOtherNamespace: true, hasAddressOnTarget: true }, 'SwitchNetwork'],
  ['the same namespace, an address', { hasAddressOnCurrent: true, hasAddressOnTarget: true }, 'SwitchNetwork'],
  ['the same namespace, no address', {}, 'SwitchNetwork'],
])('switching: %s', (_, facts, decision) => {
  expect(decideSwitch({ ...nothing, ...facts })).toBe(decision)
})

test('the table decides every combination of facts', () => {
  const names = Object.keys(nothing) as (keyof SwitchFacts)[]
  for (let bits = 0; bits < 2 ** names.length; bits += 1) {
    const facts = Object.fromEntries(names.map((name, at) => [name, Boolean(bits & (1 << at))])) as unknown as SwitchFacts
    let expected = 'SwitchNetwork'
    if (facts.targetInOtherNamespace && facts.hasAddressOnCurrent && !facts.hasAddressOnTarget) expected = 'SwitchActiveChain'
    if (facts.confirmationRequired || (facts.embeddedActive && facts.embeddedSupportsTarget)) expected = 'SwitchNetwork'
    if (facts.targetIsActive) expected = 'nothing'
    expect(decideSwitch(facts)).toBe(expected)
  }
  expect(switchDecisions).toHaveLength(4)
})

test.each([
  ['a failed switch goes back one view', { succeeded: false, targetSupported: true, previousSupported: true }, 'back'],
  [
    'a failed switch goes back, also from an unsupported network',
    { succeeded: false, targetSupported: false, previousSupported: false },
    'back',
  ],
  [
    'success to an unsupported network closes when the one before was not in the list',
    { succeeded: true, targetSupported: false, previousSupported: false },
    'close',
  ],
  [
    'success to an unsupported network stays when the one before was in the list',
    { succeeded: true, targetSupported: false, previousSupported: true },
    'stay',
  ],
  ['success to a supported network stays', { succeeded: true, targetSupported: true, previousSupported: false }, 'stay'],
] as const)('afterwards: %s', (_, facts, outcome) => {
  expect(decideOutcome(facts)).toBe(outcome)
  expect(outcomeDecisions).toHaveLength(3)
})

test.each([
  [true, false, 'UnsupportedChain'],
  [true, true, 'nothing'],
  [false, false, 'nothing'],
  [false, true, 'nothing'],
] as const)('unsupported: switching enabled %s, unsupported networks allowed %s: %s', (switchEnabled, unsupportedAllowed, decision) => {
  expect(decideUnsupported({ switchEnabled, unsupportedAllowed })).toBe(decision)
})
