import type { ReactNode } from 'react'

/** What was sent, and in a line of its own to which address: left to right, and whole. */
export const Mailed = ({ to, children }: { readonly to: string; readonly children: ReactNode }) => (
  <>
    {children}
    <bdi className="po-strong po-mailto" dir="ltr">
      {to}
    </bdi>
  </>
)
