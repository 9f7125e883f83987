import '@portico/react-ui/styles.css'
import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { Providers } from './Providers'

export const metadata = { title: 'My dapp', icons: { icon: 'data:,' } }

// Reading headers makes each page render for its visitor: the nonce of the policy and the cookie are of one request.
export default async function Layout({ children }: { children: ReactNode }) {
  const cookie = (await headers()).get('cookie') ?? ''
  return (
    <html lang="en">
      <body>
        <Providers cookie={cookie}>{children}</Providers>
      </body>
    </html>
  )
}
