import { refreshSession, signIn, signOut } from '@portico/core/siwx'
import { portico } from './portico.js'

export async function readMembersPage(): Promise<string> {
  const ask = async () => {
    await signIn(portico) // opens the modal, unless the visitor is signed in
    return fetch('/members')
  }
  let response = await ask()
  if (response.status === 401) {
    await refreshSession(portico) // the session has ended on the server: now the page knows, too
    response = await ask()
  }
  const { hello } = await response.json()
  return hello
}

export const leave = () => signOut(portico)
