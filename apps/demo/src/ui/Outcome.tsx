import type { ReactNode } from 'react'
import { Columns } from './Button.js'
import { alert, tick } from './glyphs.js'
import { Icon } from './Icon.js'

/** What an action has come to, in words: waiting, done or gone wrong. Announced as it changes. */
export function Outcome({ kind, children }: { readonly kind: 'pending' | 'ok' | 'bad' | 'note'; readonly children: ReactNode }) {
  return (
    <div className={`m-outcome is-${kind}`} role={kind === 'bad' ? 'alert' : 'status'}>
      {kind === 'pending' ? <Columns /> : <Icon glyph={kind === 'ok' ? tick : alert} size={16} />}
      <div>{children}</div>
    </div>
  )
}

/** The visitor's sentence for whatever was thrown. */
export function sentenceOf(error: unknown): string {
  const isObject = typeof error === 'object' && error !== null
  if (isObject && 'shown' in error && typeof error.shown === 'string') return error.shown
  return 'Something went wrong. Try again.'
}

export const Failure = ({ error }: { readonly error: unknown }) => <Outcome kind="bad">{sentenceOf(error)}</Outcome>

/** Says aloud where the answer is awaited; the busy button says it to the eye. */
export const AnswerIn = ({ wallet }: { readonly wallet: string }) => (
  <p className="m-sr" role="status">
    Answer in {wallet}.
  </p>
)
