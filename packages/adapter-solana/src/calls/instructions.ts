import { InvalidOptionError, type Call } from '@portico/core'
import type { Instruction as SiteInstruction } from '@portico/core/calls'
import { readAddress } from '../implementation/bytes.js'
import type { Instruction } from '../implementation/encode.js'
import { transferSol } from '../implementation/programs.js'

/**
 * What a call of a batch is on the chain: a transfer of SOL, or an instruction in the shape of `@solana/kit`. Only the account itself
 * can sign it.
 * @throws InvalidOptionError that names the call
 */
export function readInstruction(call: Call | SiteInstruction, at: number, address: string): Instruction {
  const check = (option: string, isGood: unknown, problem: string) => {
    if (!isGood) throw new InvalidOptionError({ option: `calls[${at}]${option}`, problem })
  }
  if (!('programAddress' in call)) {
    const { to, value = 0n, data } = call
    check('.to', readAddress(to), 'expected an address, 32 bytes in base58')
    check('.value', typeof value === 'bigint' && value >= 0n && value < 2n ** 64n, 'expected lamports, a bigint of 64 bits')
    check('.data', data === undefined, 'expected none: what a program is told is an instruction, { programAddress, accounts, data }')
    return transferSol({ from: address, to, units: value })
  }
  const { programAddress, accounts = [], data = new Uint8Array() } = call
  check('.programAddress', readAddress(programAddress), 'expected an address, 32 bytes in base58')
  check('.accounts', Array.isArray(accounts), 'expected a list of { address, role }')
  check('.data', data instanceof Uint8Array, 'expected bytes, a Uint8Array')
  const uses = accounts.map(({ address: used, role }, place) => {
    const option = `.accounts[${place}]`
    check(`${option}.address`, readAddress(used), 'expected an address, 32 bytes in base58')
    check(`${option}.role`, [0, 1, 2, 3].includes(role), 'expected 0 (read), 1 (written), 2 (signs) or 3 (signs and is written)')
    check(option, role < 2 || used === address, `${used} has to sign as well: build the transaction yourself, and use signTransactions`)
    return { address: used, signs: role >= 2, writable: role % 2 === 1 }
  })
  return { program: programAddress, accounts: uses, data: data.slice() }
}
