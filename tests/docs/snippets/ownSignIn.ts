import type { Portico } from '@portico/core'
import { cancelSignIn, confirmSignIn, siwxStore } from '@portico/core/siwx'

/** What a visitor is asked to sign, and what went wrong before. Without a text the server was away: `sign` asks it again. */
export interface Asked {
  readonly text?: string
  readonly problem?: string
}

/** Calls `show` with what a visitor is asked, and without it when that is over. Answers with the way to end it. */
export function followSignIn(portico: Portico, show: (asked: Asked | undefined) => void): () => void {
  return siwxStore(portico).subscribe(({ question }) => {
    if (!question) show(undefined)
    else if (question.status === 'ready') show({ text: question.shown.text })
    // By the visitor, the wallet or the server; they may try again.
    else if (question.status === 'declined') show({ text: question.shown.text, problem: question.error.shown ?? question.error.message })
    else if (question.status === 'unavailable') show({ problem: 'The server does not answer. Try again.' })
  })
}

/** The button that signs: the wallet asks, then the server looks at it. */
export const sign = (portico: Portico) => confirmSignIn(portico)
/** The other one: they go on without, or are disconnected where signing in is `required`. */
export const leave = (portico: Portico) => cancelSignIn(portico)
