import { type Address, parseEther } from 'viem'
import { type PrivateKeyAccount, generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { accountAddress, accountInitCode } from '../index.js'
import type { TestChain } from './chain.js'

/** A key that nobody had before. */
export function newKey(): PrivateKeyAccount {
  return privateKeyToAccount(generatePrivateKey())
}

/** An account that is there, with an ether, and the key that owns it. */
export async function newAccount(chain: TestChain): Promise<{ owner: PrivateKeyAccount; account: Address }> {
  const owner = newKey()
  const account = accountAddress(owner.address)
  const { factory, factoryData } = accountInitCode(owner.address)
  await chain.send({ to: factory, data: factoryData })
  await chain.test.setBalance({ address: account, value: parseEther('1') })
  return { owner, account }
}
