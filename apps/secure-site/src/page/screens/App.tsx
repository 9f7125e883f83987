import { directionOf, localeOf } from '@portico/core/kit'
import { useLayoutEffect, useSyncExternalStore } from 'react'
import { applyTheme, systemMode } from '../theme/apply.js'
import { readTheme } from '../theme/theme.js'
import { ApproveScreen } from './ApproveScreen.js'
import { CodeScreen } from './CodeScreen.js'
import { ContinueScreen } from './ContinueScreen.js'
import { Framed, Speaks, type ModalAround } from './parts.js'
import { KnownScreen, ToWindowScreen } from './KnownScreen.js'
import { ProtectScreen } from './ProtectScreen.js'
import { RecoverScreen } from './RecoverScreen.js'
import { SecurityScreen } from './SecurityScreen.js'
import type { Screen, Stage } from './stage.js'
import { CheckingScreen, EndedScreen, SentScreen, WorkingScreen } from './WaitScreens.js'
import { UpgradeScreen } from './UpgradeScreen.js'
import { WordsScreen } from './WordsScreen.js'

export interface AppProps {
  readonly stage: Stage
  readonly root: HTMLElement
  readonly framed: ModalAround | undefined
}

/** Draws what stands on the stage. */
export function App({ stage, root, framed }: AppProps) {
  const { screen, theme, locale } = useSyncExternalStore(stage.subscribe, stage.state)
  // Before the first paint: without a theme the page has no colours.
  useLayoutEffect(() => {
    const dress = () => applyTheme(root, readTheme(theme, systemMode()))
    dress()
    const preferred = matchMedia('(prefers-color-scheme: dark)')
    preferred.addEventListener('change', dress)
    return () => preferred.removeEventListener('change', dress)
  }, [root, theme])
  useLayoutEffect(() => {
    const language = localeOf(locale)
    for (const element of [document.documentElement, root]) element.lang = language
    root.dir = directionOf(language)
  }, [root, locale])
  return (
    <Speaks locale={locale}>
      <Framed value={framed}>{draw(screen)}</Framed>
    </Speaks>
  )
}

function draw(screen: Screen) {
  switch (screen.kind) {
    case 'empty':
      return null
    case 'checking':
      return <CheckingScreen {...screen} />
    case 'approve':
      // A new request is a new screen: nothing of the one before it stays, least of all that it was armed.
      return <ApproveScreen key={`${screen.view.id}:${screen.view.hash ?? JSON.stringify(screen.view.details)}`} {...screen} />
    case 'continue':
      return <ContinueScreen {...screen} />
    case 'upgrade':
      return <UpgradeScreen {...screen} />
    case 'working':
      return <WorkingScreen step={screen.step} />
    case 'sent':
      return <SentScreen {...screen} />
    case 'recover':
      return <RecoverScreen recovery={screen.recovery} />
    case 'protect':
      return <ProtectScreen protection={screen.protection} />
    case 'security':
      return <SecurityScreen {...screen} />
    case 'code':
      // The second code of a change begins with an empty field.
      return <CodeScreen key={screen.entry.mailed.step} entry={screen.entry} />
    case 'ended':
      return <EndedScreen {...screen} />
    case 'toWindow':
      return <ToWindowScreen {...screen} />
    case 'known':
      return <KnownScreen {...screen} />
    case 'words':
      return <WordsScreen words={screen.words} onDone={screen.onDone} />
  }
}
