import type { Portico } from '@portico/core'
import { cancelSignIn, confirmSignIn, siwxStore } from '@portico/core/siwx'

/** Calls `show` with the text that a visitor is asked to sign, and without one when that is over. Answers with the way to end it. */
export function followSignIn(portico: Portico, show: (text: string | undefined) => void): () => void {
  return siwxStore(portico).subscribe(({ question }) => {
    if (!question) show(undefined)
    // `declined`: by the visitor, the wallet or the server; they may try again
    else if (question.status === 'ready' || question.status === 'declined') show(question.shown.text)
  })
}

/** The button that signs: the wallet asks, then the server looks at it. */
export const sign = (portico: Portico) => confirmSignIn(portico)
/** The other one: they go on without, or are disconnected where signing in is `required`. */
export const leave = (portico: Portico) => cancelSignIn(portico)
