import { expect, test } from 'vitest'
import * as errors from './errors.js'

const answered = (message: string) => new errors.NodeAnswerError({ code: -32_500, message })

/** What each refusal says to the site, and to the visitor; a site reads its code. */
const told: readonly (readonly [make: () => Error, code: number, message: string, shown: string, hint?: string])[] = [
  [
    () => new errors.InvalidParamsError({ problem: 'no chain' }),
    -32_602,
    'Invalid parameters: no chain.',
    'The site sent a request that makes no sense',
  ],
  [
    () => new errors.ChainMismatchError({ asked: 'eip155:1', active: 'eip155:10' }),
    4901,
    'The request is for eip155:1, and the active chain is eip155:10.',
    'The request is for another network',
  ],
  [
    () => new errors.ChainMismatchError({ asked: 'eip155:1', active: 'eip155:10', code: -32_602 }),
    -32_602,
    'The request is for eip155:1, and the active chain is eip155:10.',
    'The request is for another network',
  ],
  [
    () => new errors.BatchRefusedError({ problem: 'too many', code: 5740 }),
    5740,
    'The batch was refused: too many.',
    'This wallet cannot do that',
  ],
  [() => new errors.BatchUnknownError(), 5730, 'There is no batch with this id.', 'Nothing is known of this batch'],
  [
    () => new errors.NetworkNotServedError({ networkId: 'eip155:5' }),
    4901,
    'The network eip155:5 is not served here.',
    'This network is not available',
  ],
  [
    () => new errors.AccountMismatchError(),
    4100,
    'The request is for an account that this wallet does not have.',
    'The request is for another account',
  ],
  [
    () => new errors.SmartAccountSignatureError({ problem: 'A permit.' }),
    -32_602,
    'A permit.',
    'This application might not support Smart Accounts',
  ],
  [
    () => new errors.SmartAccountTransactionError({ problem: 'code' }),
    4200,
    'A smart account cannot send this: code.',
    'This application might not support Smart Accounts',
  ],
  [
    () => new errors.AccountControlError({ problem: 'it hands the account over' }),
    -32_602,
    'The request was refused: it hands the account over.',
    'The site asked for control of this account',
  ],
  [
    () => new errors.EntryPointNotSupportedError({ entryPoint: `0x${'12'.repeat(20)} and much more` }),
    -32_602,
    `The entry point 0x${'12'.repeat(20)} is not the one of this account.`,
    'This application might not support Smart Accounts',
    'eth_supportedEntryPoints tells which one is.',
  ],
  ...['AA21 didn’t pay prefund', 'AA31 paymaster deposit', 'AA26 over gas', 'Insufficient funds'].map(
    (message) =>
      [
        () => new errors.OperationRefusedError({ cause: answered(message) }),
        -32_500,
        message,
        'There is not enough on this account for the network fee',
      ] as const,
  ),
  [
    () => new errors.OperationRefusedError({ cause: answered('AA25 invalid account nonce') }),
    -32_500,
    'AA25 invalid account nonce',
    'The network refused the request',
  ],
  [
    () => new errors.OperationPendingError({ hash: '0xab' }),
    -32_603,
    'The operation 0xab was sent, and is not in a block yet.',
    'It was sent, and the network has not done it yet. Look before you send it again.',
  ],
  [
    () => new errors.OperationFailedError({ hash: '0xab' }),
    -32_521,
    'The operation 0xab failed on the chain, and its fee is paid.',
    'It failed on the network, and the fee is paid',
  ],
  [
    () => new errors.PermissionAccountError(),
    4200,
    'A plain account cannot let a site act by itself.',
    'Only a smart account can allow this. Choose it in the settings, and try again.',
    "Have the visitor use the smart account: setPreferredAccount('smartAccount').",
  ],
  [
    () => new errors.PermissionNetworkError({ networkId: 'eip155:5' }),
    4200,
    'Permissions are not turned on for eip155:5.',
    'Sites cannot be allowed to act by themselves on this network',
    'The operator of the wallet turns them on with PORTICO_SECURE_SITE_PERMISSIONS.',
  ],
  [
    () => new errors.PermissionOfferError(),
    -32_603,
    'The wallet service offers another permission than was asked for.',
    'The wallet service did not answer as expected',
  ],
  [
    () => new errors.MethodNotSupportedError({ method: 'eth_mystery' }),
    4200,
    'eth_mystery is not supported yet by this wallet.',
    'This wallet cannot do that yet',
  ],
  [() => new errors.CallNotAllowedError(), -32_601, 'Requested RPC call is not allowed', 'Action not allowed'],
  [
    () => new errors.SignInRefusedError({ problem: 'another domain' }),
    -32_602,
    'The sign-in message was refused: another domain.',
    'This sign-in is not for the site you are on',
  ],
  [
    () => new errors.NameMessageRefusedError(),
    -32_602,
    'The message about a name is for another page than the one that asks.',
    'This message is not for the site you are on',
  ],
  [() => new errors.TransactionAsMessageError(), -32_602, 'The message is a transaction.', 'The site hid a transaction in a message'],
  [
    () => new errors.DelegateNotListedError({ delegate: '0xab' }),
    -32_602,
    'The account may not be handed to 0xab.',
    'The site asked for control of this account',
  ],
  [() => new errors.WrongKeyError(), -32_603, 'The key does not belong to the account.', 'The wallet could not be opened'],
  [
    () => new errors.NodeUnreachableError({ method: 'eth_call', problem: 'no answer' }),
    -32_603,
    'The node did not answer eth_call: no answer.',
    'The network is not answering',
  ],
  [() => answered('execution reverted'), -32_500, 'execution reverted', 'The network refused the request'],
]

test.each(told.map(([make, ...rest]) => [make().name, make, ...rest] as const))('%s', (_, make, code, message, shown, hint) => {
  const error = make()
  expect(error).toMatchObject({ code, message: hint === undefined ? message : `${message}\n\n${hint}`, shown })
  expect(error).toHaveProperty('hint', hint)
  expect(error.name).toBe(error.constructor.name)
})

test('each refusal is in the list', () => {
  const classes = Object.values(errors).filter((value) => typeof value === 'function')
  const listed = new Set(told.map(([make]) => make().constructor))
  expect(classes.filter((one) => !listed.has(one))).toEqual([])
})

test('that nobody answers is told to a site with the reason that its modal has a sentence for', () => {
  expect(new errors.NodeUnreachableError({ method: 'eth_call', problem: 'no answer' }).reason).toBe('unreachable')
})

test('a site can tell an operation by its hash, and reads what its node answered', () => {
  const cause = new errors.NodeAnswerError({ code: 3, message: 'reverted', data: '0x08c379a0' })
  expect(cause.data).toBe('0x08c379a0')
  expect(new errors.OperationRefusedError({ cause })).toMatchObject({ cause, code: 3 })
  expect(new errors.OperationPendingError({ hash: '0xab' }).hash).toBe('0xab')
})
