import { useCallback, useState } from 'react'
import type { Game } from '../chain/game.js'
import { readSaved, save } from '../ui/saved.js'

/** A game as the page keeps it over a reload. */
export interface SavedGame extends Game {
  /** Seconds since 1970. */
  readonly ends: number
  readonly moves: number
  /** Hash of the last move. */
  readonly last?: string
  /** It was stopped, as far as the page has heard. */
  readonly over: boolean
}

/** For how many seconds the site asks: `?game=20` in the address, or five minutes. */
export function gameSeconds(): number {
  const asked = Number(new URLSearchParams(location.search).get('game'))
  return Number.isInteger(asked) && asked > 0 && asked <= 300 ? asked : 300
}

/** The game of an account, kept in this browser: its key is worth no more than what was allowed. */
export function useSavedGame(accountId: string): readonly [SavedGame | undefined, (game: SavedGame) => void] {
  const key = `meridian/game/${accountId}`
  const [game, setGame] = useState(() => parse(readSaved(key)))
  const keep = useCallback(
    (next: SavedGame) => {
      setGame(next)
      save(key, JSON.stringify(next))
    },
    [key],
  )
  return [game, keep]
}

/** What this page has written itself, or nothing. */
function parse(text: string | null): SavedGame | undefined {
  try {
    const value = JSON.parse(text ?? 'null') as SavedGame | null
    return value && typeof value.context === 'string' && typeof value.ends === 'number' ? value : undefined
  } catch {
    return undefined
  }
}
