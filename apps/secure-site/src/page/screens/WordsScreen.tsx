import { useState } from 'react'
import { Button } from '@portico/ui/button'
import { eye } from '@portico/ui/glyphs'
import { Medal } from '@portico/ui/medal'
import { Note } from '@portico/ui/note'
import { Shell, useWords } from './parts.js'

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
          <Button variant="primary" onClick={() => setShown(true)}>
            {t.words.show}
          </Button>
        }
      >
        <Medal glyph={eye} tone="accent" />
        <h2 className="po-title">{t.words.cover}</h2>
        <p className="po-text">{t.words.coverHint}</p>
      </Shell>
    )
  }
  return (
    <Shell
      title={t.title.words}
      foot={
        <Button variant="primary" onClick={onDone}>
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
      <Note tone="warn">{t.words.coverHint}</Note>
    </Shell>
  )
}
