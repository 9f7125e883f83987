import type { ErrorAnswer, Session } from '@portico/walletconnect/wallet'
import type { HeadlessPerson } from '../shared/types.js'
import type { Eip1193Provider, WalletRequest } from '../wallet/types.js'
import { errorAnswer, isDeclined } from './answers.js'
import type { AnyAsked } from './asked.js'
import type { WalletConnectRequest } from './types.js'

/** How the answer to a request goes out. */
export interface Reply {
  readonly yes: (result: unknown) => Promise<Session | undefined>
  readonly no: (error: ErrorAnswer) => Promise<void>
}

interface Round {
  outcome: WalletConnectRequest['outcome']
  readonly settled: Promise<Session | undefined>
}

/** Between sites and the person: what arrived goes to the one, and the answer to the other. */
export interface Inbox {
  readonly take: (asked: AnyAsked, reply: Reply) => void
  /** What waits of these is taken off the screen; nobody hears of it. */
  readonly drop: (isMeant: (asked: AnyAsked) => boolean) => void
  /** What a request of the person's core stands for. */
  readonly askedIn: (request: Pick<WalletRequest, 'params'>) => AnyAsked | undefined
  readonly show: (request: WalletRequest) => WalletConnectRequest
  /** Resolves once the request is answered, with the session that was made. Never rejects. */
  readonly settled: (id: number) => Promise<Session | undefined>
}

export function createInbox({
  person,
  changed,
}: {
  readonly person: Pick<HeadlessPerson, 'port' | 'log' | 'pending' | 'reject'>
  readonly changed: () => void
}): Inbox {
  const asks = new WeakMap<object, AnyAsked>()
  const rounds = new Map<number, Round>()
  const ports = new Map<string, Eip1193Provider>()
  /** What nobody waits for any more: its answer stays here. */
  const gone = new WeakSet<AnyAsked>()
  const askedIn = ({ params }: Pick<WalletRequest, 'params'>) => asks.get(Object(params))

  function take(asked: AnyAsked, { yes, no }: Reply) {
    asks.set(asked, asked)
    const { url } = asked.peer
    const origin = url || asked.topic
    const port = ports.get(origin) ?? person.port(origin)
    ports.set(origin, port)
    const answered = port.request({ method: asked.method, params: asked })
    const id = person.log.at(-1)?.id ?? 0
    const end = (outcome: Round['outcome'], session?: Session) => {
      round.outcome = outcome
      changed()
      return session
    }
    const agree = async (result: unknown) => {
      if (gone.has(asked)) return end('failed')
      try {
        return end('approved', await yes(result))
      } catch (error) {
        // It could not be done after all: the site hears that too, as far as it is still there.
        await no(errorAnswer(error)).catch(() => {})
        return end('failed')
      }
    }
    const refuse = async (error: unknown) => {
      const answer = errorAnswer(error)
      if (gone.has(asked)) return end('failed')
      await no(answer).catch(() => {})
      return end(isDeclined(answer) ? 'declined' : 'failed')
    }
    const settle = async () => {
      let result: unknown
      try {
        // Awaited, not followed by `then`: an answer that is given twice counts once.
        result = await answered
      } catch (error) {
        return refuse(error)
      }
      return agree(result)
    }
    const round: Round = { outcome: 'waiting', settled: settle() }
    rounds.set(id, round)
    rounds.delete(id - 1_000)
    changed()
  }

  function drop(isMeant: (asked: AnyAsked) => boolean) {
    for (const waiting of person.pending) {
      const asked = askedIn(waiting)
      if (!asked || !isMeant(asked)) continue
      gone.add(asked)
      person.reject(waiting.id)
    }
  }

  const show = (request: WalletRequest): WalletConnectRequest => {
    const asked = askedIn(request)
    const outcome = rounds.get(request.id)?.outcome ?? 'waiting'
    if (!asked) return { ...request, topic: '', chainId: undefined, peer: { name: '', description: '', url: '', icons: [] }, outcome }
    const { params, topic, chainId, peer } = asked
    return { ...request, params, topic, chainId, peer, outcome }
  }

  return { take, drop, askedIn, show, settled: async (id) => rounds.get(id)?.settled }
}
