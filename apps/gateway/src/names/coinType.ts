import { NameRefusedError } from './errors.js'

/** ENSIP-11: an EVM chain's coin type is this bit and its chain id. The bit alone stands for all of them (ENSIP-19). */
export const defaultEvm = 0x80000000
/** Of Ethereum, from before that (SLIP-44). */
export const ethereum = 60

/** The coin type as ENS has it: existing clients send Ethereum's as another chain's. @throws NameRefusedError `chain` */
export function readCoinType(value: number): number {
  if (value === ethereum || value === defaultEvm + 1) return ethereum
  if (!Number.isInteger(value) || value < defaultEvm || value > 0xffffffff) throw new NameRefusedError('chain')
  return value
}

/** The CAIP-2 id of a coin type's chain. @throws NameRefusedError `chain` for the one that stands for all */
export function chainOf(coinType: number): string {
  if (coinType === ethereum) return 'eip155:1'
  if (coinType === defaultEvm) throw new NameRefusedError('chain')
  return `eip155:${coinType - defaultEvm}`
}
