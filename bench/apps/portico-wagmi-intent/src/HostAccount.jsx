import { useConnection, useDisconnect } from 'wagmi'

/** What the page does with wagmi itself, so that wagmi weighs here what it weighs on a page without Portico. */
export function HostAccount() {
  const { address } = useConnection()
  const { mutate } = useDisconnect()
  return address ? (
    <button type="button" onClick={() => mutate()}>
      Disconnect {address}
    </button>
  ) : null
}
