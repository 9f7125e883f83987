import type { Portico } from '@portico/core'
import { setAvatar } from '@portico/react-ui/slots'

/** Where the portico is made. */
export function useOurAvatars(portico: Portico) {
  setAvatar(portico, ({ address, picture }) => <img alt="" src={picture ?? `/avatars/${address}.svg`} />)
}
