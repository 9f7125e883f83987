import { useAccount, useNetwork, useSignMessage } from '@portico/react-ui'
import { Button } from '../ui/Button.js'
import { Facts, Mono } from '../ui/Facts.js'
import { Failure, Outcome } from '../ui/Outcome.js'

/** The least that a dapp does: who is there, on which network, and a signature. */
export function MiniApp() {
  const { status, address, wallet } = useAccount()
  const { network, unsupported } = useNetwork()
  const request = useSignMessage()
  return (
    <>
      <Facts
        label="Connection"
        of={[
          ['Status', status],
          ['Address', address ? <Mono key="address">{address}</Mono> : 'None'],
          ['Wallet', wallet?.name ?? 'None'],
          ['Network', unsupported ?? network?.name ?? 'None'],
        ]}
      />
      <Button busy={request.isPending} disabled={address === undefined} onClick={() => request.mutate({ message: 'Hello from Meridian' })}>
        Sign a greeting
      </Button>
      {request.isError && <Failure error={request.error} />}
      {request.isSuccess && (
        <Outcome kind="ok">
          Signed: <Mono>{request.data}</Mono>
        </Outcome>
      )}
    </>
  )
}
