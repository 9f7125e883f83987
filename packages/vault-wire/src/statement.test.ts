import { expect, test } from 'vitest'
import { signStatement, statementSigner } from './statement.js'

/** The first account of the test mnemonic that every chain tool knows. */
const key = Uint8Array.from(Buffer.from('ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80', 'hex'))
const address = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'

test('a statement names who signed it', () => {
  const signature = signStatement('{"to":"vault"}', key)
  expect(signature).toMatch(/^[0-9a-f]{130}$/)
  expect(statementSigner('{"to":"vault"}', signature)).toBe(address)
  expect(statementSigner('{"to":"auth"}', signature)).not.toBe(address)
})

test('S48: of 520 changed signatures none is the owner’s, and nonsense is nobody’s', () => {
  const signature = signStatement('text', key)
  let accepted = 0
  for (let run = 0; run < 520; run += 1) {
    const bytes = Buffer.from(signature, 'hex')
    const bit = run % (bytes.length * 8)
    bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    if (statementSigner('text', bytes.toString('hex')) === address) accepted += 1
  }
  expect(accepted).toBe(0)
  for (const odd of ['', '00', 'zz', '0'.repeat(130), 'f'.repeat(130)]) expect(statementSigner('text', odd)).toBeUndefined()
})
