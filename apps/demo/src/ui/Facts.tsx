import type { ReactNode } from 'react'

/** Pairs of a name and a value. `null` values are left out. */
export function Facts({ of, label }: { readonly of: readonly (readonly [name: string, value: ReactNode])[]; readonly label?: string }) {
  return (
    <dl className="m-facts" aria-label={label}>
      {of.map(([name, value]) =>
        value === null ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  )
}

/** Hashes, addresses and signatures: whole, in one writing direction, broken anywhere. */
export const Mono = ({ children }: { readonly children: ReactNode }) => (
  <bdi className="m-mono" dir="ltr">
    {children}
  </bdi>
)
