import { refreshSession, signIn, signOut } from '@portico/core/siwx'
import { portico } from './portico.js'

export async function readMembersPage(): Promise<string> {
  await signIn(portico) // opens the modal, unless the visitor is signed in
  const response = await fetch('/members')
  if (response.status === 401) await refreshSession(portico) // the session has ended on the server
  const { hello } = await response.json()
  return hello
}

export const leave = () => signOut(portico)
