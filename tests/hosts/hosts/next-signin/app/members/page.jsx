import { headers } from 'next/headers'
import { siwx } from '../../siwx.js'

/** A server component: who is it? */
export default async function Members() {
  const request = new Request(process.env.SITE_ORIGIN, { headers: await headers() })
  const [session] = await siwx().sessions(request)
  return <p>{session ? `Members: ${session.account}` : 'For members'}</p>
}
