import type { Room } from './storage.js'

/** A message as far as its share of a mailbox goes. */
export interface Share {
  seq: number
  /** Where it came from, and under which client id. */
  sender: number
  publisher: string
  bytes: number
}

/**
 * Makes room in a mailbox for one more message, at the cost of those who have more there than its publisher: first of the
 * address with the most, then of its client id with the most, the newest message. So junk takes what is left by others, and
 * pushes out nobody's messages: neither under one client id nor under many of one address.
 * @param waiting what waits, oldest first
 * @returns the seqs that go, or undefined when the publisher would have more than anybody else
 */
export function makeRoom(waiting: readonly Share[], incoming: Weighed, room: Room): readonly number[] | undefined {
  const left = [...waiting]
  const gone: number[] = []
  for (;;) {
    const bytes = left.reduce((sum, share) => sum + share.bytes, incoming.bytes)
    const tooMany = left.length + 1 > room.messages
    if (!tooMany && bytes <= room.bytes) return gone
    const holder = holderWithMost(left, incoming, tooMany ? () => 1 : ({ bytes: weight }) => weight)
    const at = left.findLastIndex(({ sender, publisher }) => sender === holder?.sender && publisher === holder.publisher)
    const [share] = at < 0 ? [] : left.splice(at, 1)
    if (!share) return undefined
    gone.push(share.seq)
  }
}

type Weighed = Omit<Share, 'seq'>

/** Who has more than the publisher would have; undefined when nobody has. */
function holderWithMost(
  left: readonly Weighed[],
  incoming: Weighed,
  weigh: (share: Weighed) => number,
): Pick<Share, 'sender' | 'publisher'> | undefined {
  // Of those who have the same the first counts, which is the publisher.
  const sender = keyWithMost([incoming, ...left], (share) => share.sender, weigh)
  const isTheirs = (share: Weighed): boolean => share.sender === sender
  const publisher = keyWithMost([incoming, ...left].filter(isTheirs), (share) => share.publisher, weigh)
  return sender === undefined || publisher === undefined || (isTheirs(incoming) && publisher === incoming.publisher)
    ? undefined
    : { sender, publisher }
}

function keyWithMost<Key>(shares: readonly Weighed[], keyOf: (share: Weighed) => Key, weigh: (share: Weighed) => number): Key | undefined {
  const sums = new Map<Key, number>()
  for (const share of shares) sums.set(keyOf(share), (sums.get(keyOf(share)) ?? 0) + weigh(share))
  const [first, ...others] = sums
  return first && others.reduce((one, other) => (other[1] > one[1] ? other : one), first)[0]
}
