import { parseAmount, type PorticoError, type TypedData } from '@portico/core'
import { cancelSignIn, confirmSignIn } from '@portico/core/siwx'
import {
  useNetwork,
  useNetworks,
  usePortico,
  useSendTransaction,
  useSession,
  useSignIn,
  useSignTypedData,
  useSiwx,
  useSwitchNetwork,
  useWaitForReceipt,
} from '@portico/react-ui'

/** What went wrong, in the visitor's words where there are some. Turning away from the wallet is no failure to speak of. */
function Failure({ error }: { error: PorticoError | undefined }) {
  if (!error || error.name === 'UserRejectedError') return null
  return <p role="alert">{error.shown ?? error.message}</p>
}

export function Networks() {
  const networks = useNetworks({ namespace: 'eip155' })
  const { network, unsupported } = useNetwork({ namespace: 'eip155' })
  const { mutate, isPending, error } = useSwitchNetwork()
  return (
    <>
      {unsupported && <p>Your wallet is on a network that this site does not use.</p>}
      {networks.map(({ id, name }) => (
        <button key={id} type="button" aria-current={id === network?.id} disabled={isPending} onClick={() => mutate({ networkId: id })}>
          {name}
        </button>
      ))}
      <Failure error={error} />
    </>
  )
}

/** Sends a hundredth of the network's coin, and follows it until a block has it. */
export function Tip({ to }: { to: string }) {
  const { network } = useNetwork({ namespace: 'eip155' })
  const send = useSendTransaction({ namespace: 'eip155' })
  const receipt = useWaitForReceipt()
  const tip = async () => {
    if (!network) return
    const hash = await send.mutateAsync({ to, value: parseAmount('0.01', network.nativeCurrency.decimals) })
    receipt.mutate({ networkId: network.id, hash })
  }
  return (
    <>
      {/* What fails is in `error`: the promise fails as well, and is nobody's otherwise. */}
      <button type="button" disabled={send.isPending} onClick={() => void tip().catch(() => {})}>
        Send 0.01
      </button>
      <output>{receipt.data?.outcome ?? (receipt.isPending && 'Waiting for a block')}</output>
      <Failure error={send.error ?? receipt.error} />
    </>
  )
}

const order: TypedData = {
  domain: { name: 'Shop', version: '1', chainId: 1n }, // of the network in use, or nothing is signed
  types: { Order: [{ name: 'amount', type: 'uint256' }] },
  primaryType: 'Order',
  message: { amount: 5n },
}

export function Order() {
  const { mutate, data, error } = useSignTypedData({ namespace: 'eip155' })
  return (
    <>
      <button type="button" onClick={() => mutate({ typedData: order })}>
        Order
      </button>
      <output>{data}</output>
      <Failure error={error} />
    </>
  )
}

/** With the option `siwx`: the question that is asked after connecting, and by the button. */
export function SignIn() {
  const portico = usePortico()
  const session = useSession()
  const { question } = useSiwx()
  const { mutate, error } = useSignIn()
  if (question?.status === 'unavailable')
    return (
      <button type="button" onClick={() => void confirmSignIn(portico)}>
        The server does not answer. Try again
      </button>
    )
  if (question?.status === 'ready' || question?.status === 'declined')
    return (
      <>
        <pre>{question.shown.text}</pre>
        {question.status === 'declined' && <p role="alert">{question.error.shown ?? question.error.message}</p>}
        <button type="button" onClick={() => void confirmSignIn(portico)}>
          Sign
        </button>
        <button type="button" onClick={() => cancelSignIn(portico)}>
          Not now
        </button>
      </>
    )
  if (session.status === 'signedIn') return <p>You are signed in.</p>
  return (
    <>
      <button type="button" disabled={question !== undefined} onClick={() => mutate()}>
        Sign in
      </button>
      <Failure error={error} />
    </>
  )
}
