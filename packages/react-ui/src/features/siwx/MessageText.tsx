'use client'
import type { ShownText } from '@portico/core/siwx'
import type { ReactNode } from 'react'
import { Card } from '@portico/ui/card'
import { back } from '@portico/ui/glyphs'
import { IconButton } from '@portico/ui/icon-button'
import { useT } from '../../i18n/useT.js'
import { ViewFrame } from '../../modal/ViewFrame.js'

export interface MessageTextProps {
  readonly shown: ShownText
  readonly closable: boolean
  readonly onBack: () => void
  /** What can be done with it. */
  readonly children: ReactNode
}

/** The whole text, letter for letter as the wallet gets it. */
export function MessageText({ shown: { text, message }, closable, onBack, children }: MessageTextProps) {
  const t = useT()
  const domain = message && text.startsWith(message.domain) ? message.domain : ''
  return (
    <ViewFrame
      title={t('siwx.message')}
      lead={<IconButton glyph={back} label={t('common.back')} onClick={onBack} />}
      closable={closable}
      foot={children}
    >
      <Card>
        <pre className="po-signed" dir="ltr">
          <b>{domain}</b>
          {text.slice(domain.length)}
        </pre>
      </Card>
    </ViewFrame>
  )
}
