import { ConnectorNotConnectedError, openModal } from '@portico/core'
import { refreshSession, signIn, signOut } from '@portico/core/siwx'
import { portico } from './portico.js'

export async function readMembersPage(): Promise<string | undefined> {
  const ask = async () => {
    await signIn(portico) // of whoever is connected; the modal opens, unless they are signed in
    return fetch('/members')
  }
  try {
    let response = await ask()
    if (response.status === 401) {
      await refreshSession(portico) // the session has ended on the server: now the page knows, too
      response = await ask()
    }
    const { hello } = await response.json()
    return hello
  } catch (error) {
    if (!(error instanceof ConnectorNotConnectedError)) throw error
    openModal(portico, { view: 'Connect' }) // who connects there is asked to sign in as well
    return undefined
  }
}

export const leave = () => signOut(portico)
