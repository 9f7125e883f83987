import { headers } from 'next/headers'
import { siwx } from '../../siwx.js'

/** A server component: who is it? */
export default async function Members() {
  const request = { headers: await headers() } // first: what asks for it is not rendered ahead
  const [session] = await siwx().sessions(request)
  return <p>{session ? `Members: ${session.account}` : 'For members'}</p>
}
