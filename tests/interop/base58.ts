const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

export function toBase58(bytes: Uint8Array): string {
  let rest = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
  let text = ''
  for (; rest > 0n; rest /= 58n) text = `${letters.charAt(Number(rest % 58n))}${text}`
  const zeros = bytes.findIndex((byte) => byte !== 0)
  return '1'.repeat(zeros < 0 ? bytes.length : zeros) + text
}

export function fromBase58(text: string): Uint8Array<ArrayBuffer> {
  let rest = [...text].reduce((sum, letter) => sum * 58n + BigInt(letters.indexOf(letter)), 0n)
  const bytes: number[] = []
  for (; rest > 0n; rest /= 256n) bytes.unshift(Number(rest % 256n))
  const zeros = /^1*/.exec(text)?.[0].length ?? 0
  return Uint8Array.from([...new Uint8Array(zeros), ...bytes])
}
