import type { WalletConnectWallet } from '@portico/testing/walletconnect'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Button } from '../ui/Button.js'
import { Card } from '../ui/Card.js'
import { TextField } from '../ui/Field.js'
import { scan } from '../ui/glyphs.js'
import { Failure, Outcome } from '../ui/Outcome.js'
import { useTask } from '../ui/useTask.js'
import { lookAtScreen } from './screen.js'

const lookForMs = 60_000

export interface Start {
  /** A code that this page was opened with, as by a universal link. */
  readonly uri: string | undefined
  /** Opened to look at the screen at once. */
  readonly looks: boolean
}

/** Three ways for a code to get here: off the screen, off the clipboard, or typed. */
export function ScanCard({ wallet, start }: { readonly wallet: WalletConnectWallet; readonly start: Start }) {
  const [text, setText] = useState('')
  const looking = useRef<AbortController>(undefined)
  const pairWith = useCallback(
    async (given: string | Promise<string>) => {
      const code = (await given).trim()
      if (!/^wc:/.test(code)) throw told(code ? 'That is no pairing code: one begins with wc:' : 'There is no code to read.')
      await wallet.scan(code).catch((cause: unknown) => {
        throw told('Nothing came of this code. It may be broken or out of date: get a new one from the site.', cause)
      })
      setText('')
    },
    [wallet],
  )
  const pair = useTask<void, string | Promise<string>>(pairWith)
  const look = useTask(async () => {
    const abort = new AbortController()
    looking.current = abort
    const timer = setTimeout(() => abort.abort(), lookForMs)
    try {
      await pairWith(await lookAtScreen(abort.signal))
    } finally {
      clearTimeout(timer)
    }
  })
  const { run: runPair } = pair
  const { run: runLook } = look
  const began = useRef(false)
  useEffect(() => {
    if (began.current) return
    began.current = true
    if (start.uri !== undefined) void runPair(start.uri)
    else if (start.looks) void runLook()
  }, [start, runPair, runLook])

  const isBusy = pair.status === 'pending'
  const isLooking = look.status === 'pending'
  const failed = [pair, look].find((task) => task.status === 'error')
  const paste = () => void runPair(navigator.clipboard.readText())
  return (
    <Card level={2} glyph={scan} title="Scan a code" lead="The one that a site shows: in its modal, choose Pocket or WalletConnect.">
      {isLooking ? (
        <Button size="md" busy>
          Looking for a code
        </Button>
      ) : (
        <Button tone="primary" glyph={scan} onClick={() => void runLook()}>
          Scan the code on screen
        </Button>
      )}
      {isLooking && (
        <Button tone="ghost" size="sm" onClick={() => looking.current?.abort()}>
          Stop
        </Button>
      )}
      <form
        className="m-phone__code"
        onSubmit={(event) => {
          event.preventDefault()
          void runPair(text)
        }}
      >
        <TextField
          label="Or paste its link"
          placeholder="wc:…"
          dir="ltr"
          inputMode="url"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <div className="m-pair is-even">
          <Button onClick={paste}>Paste</Button>
          <Button type="submit" busy={isBusy} disabled={text.trim() === ''}>
            Connect
          </Button>
        </div>
      </form>
      {isBusy && <Outcome kind="pending">Waiting for the site.</Outcome>}
      {failed?.status === 'error' && <Failure error={failed.error} />}
    </Card>
  )
}

/** An error with the person's sentence for it. */
const told = (shown: string, cause?: unknown) => Object.assign(new Error(shown, { cause }), { shown })
