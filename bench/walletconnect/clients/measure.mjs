import { address, signature } from './asked.mjs'

/** Asks for signatures one after the other. @returns {Promise<number[]>} milliseconds from the call to the answer */
export async function measure(client, count) {
  const times = []
  for (let i = 0; i < count; i += 1) {
    const from = performance.now()
    const answer = await client.request('personal_sign', ['0x68656c6c6f', address])
    times.push(performance.now() - from)
    if (answer !== signature) throw new Error('That is not the answer of the wallet.')
  }
  return times
}
