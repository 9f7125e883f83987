'use client'
import { showToast } from '@portico/core/kit'
import { Button, type ButtonProps } from '@portico/ui/button'
import { check, copy as copyGlyph } from '@portico/ui/glyphs'
import { useCopy } from '../hooks/useCopy.js'
import { useT } from '../i18n/useT.js'
import { usePortico } from '../PorticoProvider.js'

/** Copies the pairing URI, for a wallet that takes it by hand. Off until there is one. */
export function CopyLink({ uri, ...look }: Pick<ButtonProps, 'variant' | 'size'> & { readonly uri: string | undefined }) {
  const portico = usePortico()
  const t = useT()
  const { copied, copy } = useCopy()
  const press = () =>
    uri !== undefined &&
    void copy(uri).then((done) =>
      showToast(portico, done ? { variant: 'success', message: t('wc.copied') } : { variant: 'error', message: t('account.uncopied') }),
    )
  return (
    <Button {...look} icon={copied ? check : copyGlyph} disabled={uri === undefined} onClick={press}>
      {copied ? t('receive.copied') : t('wc.copy')}
    </Button>
  )
}
