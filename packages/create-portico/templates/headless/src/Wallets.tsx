import { useConnect, useConnectors, useDisconnect } from '@portico/react-ui'

export function Wallets() {
  const connectors = useConnectors()
  const { mutate, status, error } = useConnect()
  return (
    <>
      {connectors.length === 0 && <p>No wallet was found in this browser.</p>}
      <ul>
        {connectors.map(({ id, name }) => (
          <li key={id}>
            <button type="button" disabled={status === 'pending'} onClick={() => mutate({ connectorId: id })}>
              {name}
            </button>
          </li>
        ))}
      </ul>
      {error && <p role="alert">{error.shown ?? error.message}</p>}
    </>
  )
}

export function Leave() {
  const { mutate } = useDisconnect()
  return (
    <button type="button" onClick={() => mutate({})}>
      Disconnect
    </button>
  )
}
