import { grantPermissions, revokePermission } from '@portico/core/permissions'
import { useAccount, useModal, usePortico } from '@portico/react-ui'
import { useEffect, useState } from 'react'
import type { Play } from '../chain/game.js'
import { loadGame } from '../chain/load.js'
import { Button } from '../ui/Button.js'
import { Card } from '../ui/Card.js'
import { Facts } from '../ui/Facts.js'
import { play as playGlyph } from '../ui/glyphs.js'
import { Failure, Outcome } from '../ui/Outcome.js'
import { useTask } from '../ui/useTask.js'
import { gameSeconds, useSavedGame, type SavedGame } from './useSavedGame.js'
import { HashText } from './MinedFacts.js'
import { useHolder } from './useHolder.js'

/** A site that acts by itself, within what it was allowed once (ERC-7715): each move is made by a key of its own, and nobody is asked. */
export function GameCard() {
  const portico = usePortico()
  const { accountId, type, wallet } = useAccount()
  const { address, networkId } = useHolder()
  const [game, setGame] = useSavedGame(accountId ?? '')
  const left = useSecondsUntil(game?.ends)
  const asking = useTask(async () => {
    const { newKey, termsOf } = await loadGame()
    const key = newKey()
    const [granted] = await grantPermissions(portico, { permissions: [termsOf(key, gameSeconds())] })
    if (!granted) throw new Error('Nothing was granted.')
    const { context, dependencies, permission } = granted
    setGame({ key, context, dependencies, networkId, player: address, ends: permission.expiry, moves: 0, over: false })
    playing.reset()
    stopping.reset()
  })
  const playing = useTask(async ({ of, what }: { readonly of: SavedGame; readonly what: Play }) => {
    const outcome = await (await loadGame()).play({ game: of, what })
    if (outcome.status === 'done') setGame({ ...of, moves: of.moves + 1, last: outcome.hash })
    else if (outcome.over) setGame({ ...of, over: true })
    return outcome
  })
  const stopping = useTask(async (of: SavedGame) => {
    await revokePermission(portico, { context: of.context })
    setGame({ ...of, over: true })
    playing.reset()
  })
  const isRunning = game !== undefined && !game.over && left > 0
  return (
    <Card
      glyph={playGlyph}
      title="Game"
      lead="One question for five minutes, and no other: the site moves by a key of its own, within what you allowed."
    >
      {type === 'smartAccount' || game ? (
        <div className="m-split">
          <p className="m-say">
            Each move opens a doorway for you. The site may do that, and nothing else, and none of your coins can leave.
          </p>
          <div className="m-pair">
            {!isRunning && (
              <Button tone="primary" busy={asking.status === 'pending'} onClick={() => void asking.run()}>
                {game ? 'Play again' : 'Play'}
              </Button>
            )}
            {game && (
              <Button
                tone={isRunning ? 'primary' : 'secondary'}
                busy={playing.status === 'pending'}
                onClick={() => void playing.run({ of: game, what: 'move' })}
              >
                Move
              </Button>
            )}
            {isRunning && (
              <Button tone="bad" busy={stopping.status === 'pending'} onClick={() => void stopping.run(game)}>
                Stop
              </Button>
            )}
          </div>
        </div>
      ) : (
        <NoSmartAccount isEmbedded={wallet?.kind === 'embedded'} />
      )}
      {game && (
        <Facts
          label="The game"
          of={[
            [
              'Time left',
              isRunning ? (
                <span key="left" role="timer">
                  {clockText(left)}
                </span>
              ) : (
                'None: the site cannot move any more'
              ),
            ],
            ['Moves made', String(game.moves)],
            ['Last move', game.last ? <HashText key="last" hash={game.last} /> : null],
          ]}
        />
      )}
      {isRunning && (
        <div className="m-split">
          <p className="m-say">What you did not allow is refused before anything is signed. Let the site try:</p>
          <div className="m-pair">
            {(['other contract', 'too much', 'other network'] as const).map((what) => (
              <Button key={what} size="sm" busy={playing.status === 'pending'} onClick={() => void playing.run({ of: game, what })}>
                {attempts[what]}
              </Button>
            ))}
          </div>
        </div>
      )}
      {asking.status === 'error' && <Failure error={asking.error} />}
      {stopping.status === 'success' && playing.status === 'idle' && <Outcome kind="ok">Stopped. A move is refused from now on.</Outcome>}
      {stopping.status === 'error' && <Failure error={stopping.error} />}
      {playing.status === 'pending' && <Outcome kind="pending">The site is moving</Outcome>}
      {playing.status === 'error' && <Failure error={playing.error} />}
      {playing.status === 'success' &&
        (playing.data.status === 'done' ? (
          <Outcome kind="ok">The move is on the chain. You were not asked.</Outcome>
        ) : (
          <Outcome kind="bad">Refused, and nothing has moved. {playing.data.sentence}</Outcome>
        ))}
    </Card>
  )
}

const attempts = { 'other contract': 'Another contract', 'too much': 'A coin of yours', 'other network': 'Another network' } as const

/** What to do without an account that can hold a site to limits. */
function NoSmartAccount({ isEmbedded }: { readonly isEmbedded: boolean }) {
  const { open } = useModal()
  if (!isEmbedded)
    return (
      <p className="m-say">
        This needs a smart account: log in by e-mail, and choose one. A wallet of your own goes on asking for each move.
      </p>
    )
  return (
    <div className="m-split">
      <p className="m-say">A standard account cannot hold a site to limits. Choose the smart account of this login, and play.</p>
      <div className="m-pair">
        <Button tone="primary" onClick={() => open({ view: 'AccountType' })}>
          Choose the account
        </Button>
      </div>
    </div>
  )
}

const clockText = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** Whole seconds until a time in seconds since 1970, by this device's clock; 0 once it has passed. */
function useSecondsUntil(time: number | undefined): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (time === undefined) return
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [time])
  return time === undefined ? 0 : Math.max(0, Math.ceil(time - now / 1000))
}
