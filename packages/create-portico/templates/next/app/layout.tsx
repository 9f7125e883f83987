import '@portico/react-ui/styles.css'
import { savedStateFromCookie } from '@portico/core'
import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { Providers } from './Providers'

export const metadata = { title: 'My dapp', icons: { icon: 'data:,' } }

// Reading headers makes each page render for its visitor: the nonce of the policy and the cookie are of one request.
export default async function Layout({ children }: { children: ReactNode }) {
  // Read here: what a client component is given stands in the page, and the other cookies are not for its scripts.
  const initialState = savedStateFromCookie((await headers()).get('cookie'))
  return (
    <html lang="en">
      <body>
        <Providers initialState={initialState}>{children}</Providers>
      </body>
    </html>
  )
}
