import { useAccount, useSignMessage } from '@portico/react-ui'

export function Account() {
  const { address } = useAccount()
  const { mutate, data, error } = useSignMessage()
  return (
    <main>
      <output id="address">{address}</output>
      <button type="button" id="sign" disabled={!address} onClick={() => mutate({ message: 'hello' })}>
        Sign a message
      </button>
      <output id="signature">{error ? (error.shown ?? error.message) : data}</output>
    </main>
  )
}
