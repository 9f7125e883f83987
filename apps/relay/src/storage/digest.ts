import { hash } from 'node:crypto'

/** What tells two messages of a topic apart. */
export function digestOf(message: string): string {
  return hash('sha256', message, 'base64url')
}

/**
 * What tells those apart who publish under a topic, by their addresses: 16 bits, so that tens of thousands of addresses share
 * each value and nobody's can be told from it, and another one under each topic.
 * @param address the digest that its connections are counted by
 */
export function senderOf({ topic, address }: { topic: string; address: string }): number {
  return hash('sha256', topic + address, 'buffer').readUInt16BE()
}
