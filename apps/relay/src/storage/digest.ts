import { hash } from 'node:crypto'

/** What tells two messages of a topic apart. */
export function digestOf(message: string): string {
  return hash('sha256', message, 'base64url')
}

/**
 * The bucket that an address is counted in over all topics: 8 bits of a digest, which 16 million IPv4 addresses share, so that whose it is
 * stays unknown, and one address has a small part of all.
 * @param address the digest that its connections are counted by
 */
export function bucketOf(address: string): number {
  return hash('sha256', `bucket ${address}`, 'buffer').readUInt8()
}

/**
 * What tells those apart who publish under a topic, by their addresses: 16 bits, so that tens of thousands of addresses share
 * each value and nobody's can be told from it, and another one under each topic.
 * @param address the digest that its connections are counted by
 */
export function senderOf({ topic, address }: { topic: string; address: string }): number {
  return hash('sha256', topic + address, 'buffer').readUInt16BE()
}
