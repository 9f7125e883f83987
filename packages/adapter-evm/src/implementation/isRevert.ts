import { readDialect, walletError } from './errors.js'

/** How nodes say that a contract refused: by 3 (Geth) or -32015 (Nethermind), or in the words of the EVM alone. */
const codes = [3, -32015]
const text = /VM execution error|^(transaction )?reverted\b|(invalid|bad) (opcode|instruction|jump)|stack (under|over)flow|^out of gas\b/i

/** Whether what a node threw at a call is the contract's refusal, and no fault of the node. Never throws. */
export function isRevert(thrown: unknown): boolean {
  const said = readDialect(thrown)
  return (
    walletError(thrown, 'eth_call').name === 'TransactionRevertedError' ||
    codes.some((code) => said.codes.includes(code)) ||
    said.texts.some((each) => text.test(each))
  )
}
