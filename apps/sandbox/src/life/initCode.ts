import { type Abi, type Hex, encodeDeployData, getCreate2Address, keccak256, pad } from 'viem'
import { create2Deployer } from '../contracts/deployments.js'

/** What to run to create a contract. */
export const initCodeOf = (abi: Abi, bytecode: Hex, args: readonly unknown[]): Hex => encodeDeployData({ abi, bytecode, args })

/** Where that puts it, on any chain. */
export const create2At = (initCode: Hex): Hex =>
  getCreate2Address({ from: create2Deployer, salt: pad('0x'), bytecodeHash: keccak256(initCode) })
