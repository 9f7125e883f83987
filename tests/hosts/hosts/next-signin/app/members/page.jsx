import { headers } from 'next/headers'
import { siwx } from '../../siwx.js'

/** A server component: who is it? */
export default async function Members() {
  const [session] = await siwx().sessions({ headers: await headers() })
  return <p>{session ? `Members: ${session.account}` : 'For members'}</p>
}
