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
  <Facts lined={lined}>
    {items.map(([term, value, key], i) => (
      <Fact key={key ?? (typeof term === 'string' ? term : i)} term={term}>
        {value}
      </Fact>
    ))}
  </Facts>
)

export interface FactsProps {
  lined?: boolean | undefined
  className?: string | undefined
  /** `Fact` and nothing else. */
  children: ReactNode
}

/** Facts that are not all of one kind. */
export const Facts = ({ lined, className, children }: FactsProps) => (
  <dl className={cls('po-kv', lined && 'is-lined', className)}>{children}</dl>
)

export interface FactProps {
  term: ReactNode
  /** The value has a line of its own, for what is long. */
  tall?: boolean | undefined
  children: ReactNode
}

export const Fact = ({ term, tall, children }: FactProps) => (
  <div className={tall ? 'is-tall' : undefined}>
    <dt>{term}</dt>
    <dd>{children}</dd>
  </div>
)
