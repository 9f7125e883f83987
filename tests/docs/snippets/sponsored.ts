import type { Portico } from '@portico/core'
import { isDone, sendCalls, waitForCalls } from '@portico/core/calls'

/** Call data, as viem's encodeFunctionData writes it. */
interface Encoded {
  readonly claim: string
  readonly approve: string
  readonly swap: string
}

const [shop, token, router] = [
  '0x1111111111111111111111111111111111111111',
  '0x2222222222222222222222222222222222222222',
  '0x3333333333333333333333333333333333333333',
]

export async function buyFirst(portico: Portico, { claim, approve, swap }: Encoded) {
  const { id } = await sendCalls(portico, {
    calls: [
      { to: shop, data: claim },
      { to: token, data: approve },
      { to: router, data: swap },
    ],
    capabilities: { paymasterService: { url: 'https://paymaster.example/rpc', context: { policyId: 'welcome' }, optional: true } },
  })
  const outcome = await waitForCalls(portico, { id })
  if (!isDone(outcome)) console.log(outcome.status, outcome.receipts)
  return outcome
}
