import { useState } from 'react'
import { IconButton } from '@portico/ui/icon-button'
import { eye, eyeOff } from '@portico/ui/glyphs'
import { LabelledField, useWords } from './parts.js'

export interface PassphraseFieldProps {
  readonly label: string
  readonly hint?: string
  readonly error?: string | undefined
  readonly value: string
  readonly onChange: (value: string) => void
  /** It is being chosen: password managers then keep it, and do not fill it in. */
  readonly isNew?: boolean
}

/** What is typed is covered, until its owner wants to see it. */
export function PassphraseField({ isNew = false, ...rest }: PassphraseFieldProps) {
  const t = useWords()
  const [seen, setSeen] = useState(false)
  return (
    <LabelledField
      {...rest}
      type={seen ? 'text' : 'password'}
      autoComplete={isNew ? 'new-password' : 'current-password'}
      end={
        <IconButton
          glyph={seen ? eyeOff : eye}
          size={18}
          label={seen ? t.passphrase.cover : t.passphrase.show}
          onClick={() => setSeen(!seen)}
        />
      }
    />
  )
}
