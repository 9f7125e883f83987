'use client'
import { goBack, showToast } from '@portico/core/kit'
import { takePaymentCode } from '@portico/core/send'
import { useEffect, useRef, useState } from 'react'
import { Button } from '@portico/ui/button'
import { Empty } from '@portico/ui/empty'
import { qr } from '@portico/ui/glyphs'
import { useErrorText } from '../../i18n/useErrorText.js'
import { useT } from '../../i18n/useT.js'
import { useOnScreen } from '../../modal/useOnScreen.js'
import { ViewFrame } from '../../modal/ViewFrame.js'
import { usePortico } from '../../PorticoProvider.js'
import { frameReader } from './scanFrame.js'

/** How long after one picture the next one is looked at, in milliseconds. */
const pauseBetween = 150

type Scan = 'starting' | 'looking' | 'refused' | 'none'

/** The camera, until it sees a code: an address, or a payment code, which fills in the form. Nothing of the picture is kept or sent. */
export default function WalletSendScanView() {
  const portico = usePortico()
  const t = useT()
  const errorText = useErrorText()
  const isOnScreen = useOnScreen()
  const video = useRef<HTMLVideoElement>(null)
  const [scan, setScan] = useState<Scan>('starting')
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let isOver = false
    let stream: MediaStream | undefined
    const take = (text: string) => {
      takePaymentCode(portico, text).catch((error: unknown) => showToast(portico, { variant: 'error', message: errorText(error) }))
      if (isOnScreen()) goBack(portico)
    }
    async function look() {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' }, audio: false })
      const element = video.current
      if (isOver || !element) return stop()
      element.srcObject = stream
      await element.play()
      const read = await frameReader()
      if (!isOver) setScan('looking')
      while (!isOver) {
        const text = await read(element)
        if (text?.trim() && !isOver) return take(text)
        await new Promise((resolve) => setTimeout(resolve, pauseBetween))
      }
    }
    const stop = () => stream?.getTracks().forEach((track) => track.stop())
    look()
      .catch((error: unknown) => {
        if (!isOver) setScan(error instanceof DOMException && error.name === 'NotAllowedError' ? 'refused' : 'none')
      })
      .finally(stop)
    return () => {
      isOver = true
      stop()
    }
  }, [portico, attempt, errorText, isOnScreen])

  const again = () => {
    setScan('starting')
    setAttempt(attempt + 1)
  }
  return (
    <ViewFrame title={t('send.scan.title')} lead="back">
      {scan === 'refused' || scan === 'none' ? (
        <div role="alert">
          <Empty
            glyph={qr}
            title={scan === 'refused' ? t('send.scan.refused') : t('send.scan.none')}
            action={
              <Button size="md" full={false} onClick={again}>
                {t('common.again')}
              </Button>
            }
          >
            {scan === 'refused' ? t('send.scan.refused.text') : t('send.scan.none.text')}
          </Empty>
        </div>
      ) : (
        <>
          <div className="po-scan" aria-busy={scan === 'starting'}>
            <video ref={video} muted playsInline aria-label={t('send.scan.camera')} />
          </div>
          <p className="po-text po-mt3 po-scan__hint" role="status">
            {scan === 'starting' ? t('send.scan.starting') : t('send.scan.hint')}
          </p>
        </>
      )}
    </ViewFrame>
  )
}
