import type { Portico } from '@portico/core'
import { Modal } from '@portico/react-ui'
import { setAvatar } from '@portico/react-ui/slots'

/** Where the portico is made. */
export function useOurAvatars(portico: Portico) {
  setAvatar(portico, ({ address, picture }) => <img alt="" src={picture ?? `/avatars/${address}.svg`} />)
}

export const OurModal = () => (
  <Modal terms="https://example.com/terms" disclaimer="You may lose what you put in. By connecting you agree to our" />
)
