import { check } from '../../icons/glyphs.js'
import { Icon } from '../../icons/Icon.js'
import { Spinner } from '../spinner/Spinner.js'

export interface StepsProps {
  items: readonly { title: string; state: 'done' | 'now' | 'next' }[]
}

/** What is done, what runs, what comes. */
export const Steps = ({ items }: StepsProps) => (
  <ol className="po-col" role="list">
    {items.map(({ title, state }, i) => (
      <li key={title} className={`po-step is-${state}`} {...(state === 'now' && { 'aria-current': 'step' })}>
        <span className="po-step__n">{state === 'done' ? <Icon glyph={check} size={14} /> : state === 'now' ? <Spinner /> : i + 1}</span>
        <span className="po-label po-grow">{title}</span>
      </li>
    ))}
  </ol>
)
