import { useState } from 'react'
import { Button, Medal, Note, Shell, useWords } from './parts.js'

/** The 24 words, in a window of the secure origin alone; covered until the visitor asks. */
export function WordsScreen({ words, onDone }: { readonly words: readonly string[]; readonly onDone: () => void }) {
  const t = useWords()
  const [shown, setShown] = useState(false)
  if (!shown) {
    return (
      <Shell
        title={t.title.words}
        middle
        foot={
          <Button kind="primary" onClick={() => setShown(true)}>
            {t.words.show}
          </Button>
        }
      >
        <Medal name="eye" />
        <h2 className="po-title">{t.words.cover}</h2>
        <p className="po-text">{t.words.coverHint}</p>
      </Shell>
    )
  }
  return (
    <Shell
      title={t.title.words}
      foot={
        <Button kind="primary" onClick={onDone}>
          {t.words.hide}
        </Button>
      }
    >
      <p className="po-text">{t.words.hint}</p>
      {/* By keyboard, too, the list can be scrolled where it is longer than the frame. */}
      <ol className="po-words" translate="no" data-role="words" tabIndex={0}>
        {words.map((word, index) => (
          <li key={index}>{word}</li>
        ))}
      </ol>
      <Note kind="warn">{t.words.coverHint}</Note>
    </Shell>
  )
}
