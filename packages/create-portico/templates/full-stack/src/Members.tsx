import { useAccount, useSession, useSignIn } from '@portico/react-ui'
import { useEffect, useState } from 'react'

/** What the server has for members alone. */
export function Members() {
  const { status } = useAccount()
  const session = useSession()
  const { mutate, isPending } = useSignIn()
  const [hello, setHello] = useState('')
  const isSignedIn = session.status === 'signedIn'
  useEffect(() => {
    if (!isSignedIn) return setHello('')
    fetch('/api/hello')
      .then((answer) => answer.json())
      .then((said: { readonly hello?: string }) => setHello(said.hello ?? ''))
      .catch(() => setHello(''))
  }, [isSignedIn])
  if (isSignedIn)
    return (
      <p>
        For members: hello, <output id="hello">{hello}</output>
      </p>
    )
  return (
    <button type="button" id="sign-in" disabled={status !== 'connected' || isPending} onClick={() => mutate()}>
      Sign in
    </button>
  )
}
