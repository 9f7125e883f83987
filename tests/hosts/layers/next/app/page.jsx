import { Client } from './Client.jsx'

export default async function Page({ searchParams }) {
  const { prefetch } = await searchParams
  return <Client prefetch={prefetch} />
}
