// Generated from contracts/PorticoAccountFactory.sol by scripts/build-contracts.mjs. Do not edit.

/**
 * ABI of `accountFactory`, which makes accounts.
 * @example
 * const contract = { address: accountFactory, abi: accountFactoryAbi }
 * const account = await client.readContract({ ...contract, functionName: 'accountOf', args: [owner] }) // what accountAddress(owner) is
 */
export const accountFactoryAbi = [
  {"inputs":[],"name":"CloneArgumentsTooLong","type":"error"},
  {"inputs":[],"name":"Create2EmptyBytecode","type":"error"},
  {"inputs":[],"name":"FailedDeployment","type":"error"},
  {"inputs":[{"internalType":"uint256","name":"balance","type":"uint256"},{"internalType":"uint256","name":"needed","type":"uint256"}],"name":"InsufficientBalance","type":"error"},
  {"inputs":[{"internalType":"address","name":"owner","type":"address"}],"name":"accountOf","outputs":[{"internalType":"address","name":"","type":"address"}],"stateMutability":"view","type":"function"},
  {"inputs":[{"internalType":"address","name":"owner","type":"address"}],"name":"createAccount","outputs":[{"internalType":"address","name":"account","type":"address"}],"stateMutability":"nonpayable","type":"function"},
  {"inputs":[],"name":"implementation","outputs":[{"internalType":"address","name":"","type":"address"}],"stateMutability":"view","type":"function"},
] as const
