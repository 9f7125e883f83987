import { answers, events, failure, type FrameMessage } from './answers.js'
import { envelope, schemaOf } from './envelope.js'

/**
 * Reads what came from the frame; undefined for everything that is no message of the protocol, down to one field too many (S3). Never throws.
 * @example
 * const said = readFrameMessage(data) // data of a MessageEvent on the port
 * if (said?.kind === 'error') fail(said.id, said.payload.reason)
 */
export function readFrameMessage(data: unknown): FrameMessage | undefined {
  const { data: outer } = envelope.safeParse(data)
  const [, name = '', , ending] = /^FRAME_([A-Z_]+?)(_(SUCCESS|ERROR))?$/.exec(outer?.type ?? '') ?? []
  const kind = ending === 'SUCCESS' ? 'success' : ending === 'ERROR' ? 'error' : 'event'
  const known = schemaOf(kind === 'event' ? events : answers, name)
  const parsed = known && (kind === 'error' ? failure : known).safeParse(outer?.payload)
  // Kind, name and payload belong together: the schema is the one of the name.
  return parsed?.success ? ({ kind, name, id: outer?.id, payload: parsed.data } as FrameMessage) : undefined
}
