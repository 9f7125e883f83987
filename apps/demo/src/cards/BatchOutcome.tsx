import { isDone, isOver } from '@portico/core/calls'
import { useAccount, useCallsStatus, type useSendCalls } from '@portico/react-ui'
import { Facts } from '../ui/Facts.js'
import { Failure, Outcome } from '../ui/Outcome.js'
import { HashText } from './MinedFacts.js'

/** What became of the batch that was sent last. */
export function useBatchOutcome({ data, status }: ReturnType<typeof useSendCalls>) {
  const { data: batch, error } = useCallsStatus({ id: data?.id })
  const isWaiting = status === 'success' && !error && !(batch && isOver(batch))
  return { batch, error, isWaiting, isBusy: status === 'pending' || isWaiting }
}

interface BatchOutcomeProps {
  readonly request: ReturnType<typeof useSendCalls>
  readonly outcome: ReturnType<typeof useBatchOutcome>
  /** What is said once all of it is on the chain. */
  readonly done: string
}

/** A batch from the question to the receipts of its calls. */
export function BatchOutcome({ request, outcome: { batch, error, isWaiting }, done }: BatchOutcomeProps) {
  const { wallet } = useAccount()
  return (
    <>
      {request.status === 'pending' && <Outcome kind="pending">Answer in {wallet?.name}.</Outcome>}
      {request.status === 'error' && <Failure error={request.error} />}
      {isWaiting && <Outcome kind="pending">Taken. Waiting for the calls</Outcome>}
      {error && <Failure error={error} />}
      {batch && isOver(batch) && (
        <>
          <Outcome kind={isDone(batch) ? 'ok' : 'bad'}>{isDone(batch) ? done : `The batch did not go through (${batch.status}).`}</Outcome>
          <Facts
            of={batch.receipts.map(({ transactionHash }, at) => [`Call ${at + 1}`, <HashText key={at} hash={transactionHash} />] as const)}
          />
        </>
      )}
    </>
  )
}
