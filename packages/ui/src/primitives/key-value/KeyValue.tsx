import type { ReactNode } from 'react'
import { cls } from '../cls.js'

export interface KeyValueProps {
  /** Term and value of each line, and a key where the term is no string. */
  items: readonly (readonly [term: ReactNode, value: ReactNode, key?: string])[]
  /** Lines between them, 44 px each. */
  lined?: boolean | undefined
}

/** Facts: what it is, and what it is worth. */
export const KeyValue = ({ items, lined }: KeyValueProps) => (
  <dl className={cls('po-kv', lined && 'is-lined')}>
    {items.map(([term, value, key], i) => (
      <div key={key ?? (typeof term === 'string' ? term : i)}>
        <dt>{term}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
