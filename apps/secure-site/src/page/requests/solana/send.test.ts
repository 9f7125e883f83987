import { ed25519 } from '@noble/curves/ed25519.js'
import { base58, base64 } from '@scure/base'
import { describe, expect, test } from 'vitest'
import { keys, ownSolana, solana, solanaKey } from '../kit.test.helper.js'
import { prepareRequest } from '../prepare.js'
import {
  address,
  associated,
  bytesOf,
  type Call,
  computeBudget,
  memoProgram,
  message,
  mintAccount,
  other,
  otherKey,
  pay,
  system,
  token2022,
  tokenAccount,
  tokenProgram,
  transaction,
  u32,
  u64,
} from './build.test.helper.js'
import {
  type Chain,
  chain,
  mine,
  mint,
  of,
  prepare,
  readChain,
  run,
  setUp,
  table,
  theirs,
  theirWallet,
  to,
  transfer,
} from './send.test.helper.js'

describe('what is said', () => {
  test('of coins, the fee and the change', async () => {
    const request = await of([pay(to, 500_000_000n)], {
      simulateTransaction: run({ [ownSolana]: { ...chain[ownSolana], lamports: 4_499_995_000, owner: system, data: new Uint8Array() } }),
    })
    expect(request).toMatchObject({
      namespace: 'solana',
      networkId: solana.id,
      networkName: 'Solana',
      address: ownSolana,
      effects: [{ kind: 'send', values: { amount: '0.5', symbol: 'SOL', to } }],
      warnings: [],
      risk: 'normal',
      fee: { expected: '0.000005', ceiling: '0.000005', symbol: 'SOL' },
      changes: [{ symbol: 'SOL', amount: '-0.500005' }],
    })
    expect(request.hash).toBeUndefined()
    expect(request.details).toEqual([
      { path: 'version', value: 'legacy' },
      { path: 'header', value: '1, 0, 1' },
      { path: 'recentBlockhash', value: address(77) },
      { path: 'accounts[0]', value: `${ownSolana} pays` },
      { path: 'accounts[1]', value: to },
      { path: 'accounts[2]', value: system },
      { path: 'instructions[0].program', value: system },
      { path: 'instructions[0].accounts[0]', value: ownSolana },
      { path: 'instructions[0].accounts[1]', value: to },
      { path: 'instructions[0].data', value: '0x020000000065cd1d00000000' },
    ])
  })

  test.each<[bigint, string, string[]]>([
    [1_000_000_000n, 'normal', []],
    [1_000_000_001n, 'risky', ['largeValue']],
  ])('of %s lamports', async (lamports, risk, kinds) => {
    const request = await of([pay(to, lamports)])
    expect([request.risk, request.warnings.map(({ kind }) => kind)]).toEqual([risk, kinds])
  })

  test("of the operator's own limit", async () => {
    expect((await of([pay(to, 11n)], {}, { riskyAbove: { [solana.id]: '10' } })).risk).toBe('risky')
    expect((await of([transfer(11n)], {}, { riskyAbove: { [`${solana.id}/token:${mint}`]: '10' } })).risk).toBe('risky')
  })

  test('S17: of somebody new, and of an imitation', async () => {
    expect((await of([pay(address(8), 1n)])).warnings).toEqual([{ kind: 'newRecipient', values: { address: address(8) } }])
    // 4 characters in front and 6 behind are those of a known address.
    const imitation = base58.encode(Uint8Array.from(bytesOf(`${to.slice(0, 4)}${address(8).slice(4, -6)}${to.slice(-6)}`)))
    expect((await of([pay(imitation, 1n)])).warnings).toEqual([{ kind: 'lookAlike', values: { address: imitation, known: to } }])
  })

  test("of somebody else's coins", async () => {
    const bytes = message([pay(to, 5n, other)])
    expect((await prepare(bytes)).effects).toEqual([{ kind: 'send', values: { amount: '0.000000005', symbol: 'SOL', to, from: other } }])
  })

  test('of a token: the owner who gets it, and what changes', async () => {
    const after = {
      [mine]: { owner: tokenProgram, data: tokenAccount(mint, ownSolana, 87_500_000n) },
      [theirs]: { owner: tokenProgram, data: tokenAccount(mint, theirWallet, 2_500_000n) },
    }
    const listed = { riskyAbove: { [`${solana.id}/token:${mint}`]: '3000000' } }
    expect((await of([transfer(2_500_000n)], { simulateTransaction: run(after) })).risk).toBe('risky')
    const request = await of([transfer(2_500_000n)], { simulateTransaction: run(after) }, listed)
    expect(request).toMatchObject({
      effects: [{ kind: 'send', values: { amount: '2.5', symbol: '', token: mint, to: theirWallet, toAccount: theirs } }],
      warnings: [],
      risk: 'normal',
      changes: [{ symbol: mint, amount: '-2.5' }],
    })
  })

  test('of a token whose decimals are told', async () => {
    const call: Call = {
      program: token2022,
      accounts: [
        { address: mine, writable: true },
        { address: mint },
        { address: theirs, writable: true },
        { address: ownSolana, signer: true },
      ],
      data: [12, ...u64(1_000_000_001n), 6],
    }
    expect(await of([call])).toMatchObject({
      effects: [{ values: { amount: '1000.000001', token: mint, to: theirWallet } }],
      warnings: [{ kind: 'largeValue' }],
      risk: 'risky',
    })
  })

  test('of a token account that is made on the way', async () => {
    const fresh = address(44)
    const create: Call = {
      program: associated,
      accounts: [
        { address: ownSolana, signer: true, writable: true },
        { address: fresh, writable: true },
        { address: theirWallet },
        { address: mint },
      ],
      data: [1],
    }
    const request = await of([create, transfer(1_000_000n, mine, fresh)])
    expect(request.effects).toEqual([
      {
        kind: 'program',
        values: { program: 'Associated Token Account', instruction: 'create', payer: ownSolana, account: fresh, owner: theirWallet, mint },
      },
      { kind: 'send', values: { amount: '1', symbol: '', token: mint, to: theirWallet, toAccount: fresh } },
    ])
    expect(request.risk).toBe('normal')
  })

  test('of a token account that nobody knows', async () => {
    const request = await of([transfer(3n, address(50), address(51))])
    expect(request).toMatchObject({
      effects: [{ kind: 'send', values: { amount: '3', units: 'smallest', token: '', to: address(51), toAccount: address(51) } }],
      warnings: [{ kind: 'newRecipient', values: { address: address(51) } }],
      risk: 'caution',
    })
  })

  test('of tokens that a delegate moves', async () => {
    const bytes = message([transfer(1_000_000n, theirs, mine, other)])
    expect((await prepare(bytes)).effects[0]?.values).toMatchObject({ from: theirWallet, to: ownSolana })
  })

  test('S11: of somebody else’s tokens that the account may move: they show in no balance of its own', async () => {
    const [another, thief] = [address(44), address(45)]
    const accounts = { ...chain, [another]: { owner: tokenProgram, data: tokenAccount(mint, thief, 0n) } }
    const node = { getMultipleAccounts: readChain(accounts) }
    const taken = await of([transfer(1_000_000n, theirs, another)], node)
    expect([taken.risk, taken.effects[0]?.values]).toEqual(['risky', expect.objectContaining({ from: theirWallet, to: thief })])
    const listed = { riskyAbove: { [solana.id]: '1000000000' } }
    expect((await of([transfer(1_000_000n, theirs, mine)], node, listed)).risk).toBe('normal')
  })

  test('S11: of what the account has a say over and does not hold: it leaves, and shows in no balance of its own', async () => {
    const nonce = address(60)
    const shared = address(61)
    const accounts = { ...chain, [nonce]: { owner: system, data: new Uint8Array(80) } }
    const withdraw = (target: string, authority = ownSolana): Call => ({
      program: system,
      accounts: [
        { address: nonce, writable: true },
        { address: target, writable: true },
        { address: address(70) },
        { address: address(71) },
        { address: authority, signer: true },
      ],
      data: [...u32(5), ...u64(1000n)],
    })
    const burn = (checked: boolean, from = theirs): Call => ({
      program: tokenProgram,
      accounts: [
        { address: from, writable: true },
        { address: mint, writable: true },
        { address: ownSolana, signer: true },
      ],
      data: checked ? [15, ...u64(5n), 6] : [8, ...u64(5n)],
    })
    const close = (target: string): Call => ({
      program: token2022,
      accounts: [
        { address: theirs, writable: true },
        { address: target, writable: true },
        { address: ownSolana, signer: true },
      ],
      data: [9],
    })
    const multisig: Call = { ...transfer(5n, theirs, mine, shared), data: [3, ...u64(5n)] }
    const signed = {
      ...multisig,
      accounts: [...(multisig.accounts ?? []).map((each) => ({ ...each, signer: false })), { address: ownSolana, signer: true }],
    }
    const riskOf = async (call: Call) => (await of([call], { getMultipleAccounts: readChain(accounts) })).risk
    expect(await Promise.all([withdraw(to), burn(false), burn(true), close(to)].map(riskOf))).toEqual(['risky', 'risky', 'risky', 'risky'])
    const away = { ...signed, accounts: signed.accounts.map((each) => (each.address === mine ? { ...each, address: address(62) } : each)) }
    expect(await riskOf(away)).toBe('risky')
    // To the account itself, and by somebody else's word, nothing of it goes.
    expect(await Promise.all([withdraw(ownSolana), withdraw(to, other), close(ownSolana), burn(true, mine)].map(riskOf))).not.toContain(
      'risky',
    )
  })

  test('S11: of more accounts than are looked at, some may hold what leaves', async () => {
    const full = Array.from({ length: 110 }, (_, index) => address(100 + index))
    const data = Uint8Array.from([...new Uint8Array(56), ...full.flatMap(bytesOf)])
    const accounts = { ...chain, [table]: { owner: 'AddressLookupTab1e1111111111111111111111111', data } }
    const loaded = full.map((_, index) => index)
    const crowd = { program: memoProgram, data: [104, 105], loaded }
    const bytes = message([crowd, transfer(50_000_000n)], { version: 0, lookups: [{ table, writable: loaded, readonly: [] }] })
    const after = { [mine]: { owner: tokenProgram, data: tokenAccount(mint, ownSolana, 40_000_000n) } }
    const answers = { getMultipleAccounts: readChain(accounts), simulateTransaction: run(after) }
    expect(await prepare(bytes, answers)).toMatchObject({ changes: 'failed', risk: 'risky' })
    // Those that are only read crowd nothing out.
    const read = message([crowd, transfer(50_000_000n)], { version: 0, lookups: [{ table, writable: [], readonly: loaded }] })
    expect(await prepare(read, answers)).toMatchObject({ changes: [{ symbol: mint, amount: '-50' }], risk: 'risky' })
  })

  test('of a permission: all of it is unlimited, and any is risky', async () => {
    const approve = (units: bigint): Call => ({
      program: tokenProgram,
      accounts: [{ address: mine, writable: true }, { address: to }, { address: ownSolana, signer: true }],
      data: [4, ...u64(units)],
    })
    expect(await of([approve(5_000_000n)])).toMatchObject({
      effects: [{ kind: 'approve', values: { amount: '5', token: mint, spender: to, account: mine } }],
      warnings: [],
      risk: 'risky',
    })
    for (const units of [90_000_000n, 2n ** 64n - 1n]) {
      const request = await of([approve(units)])
      expect(request.effects[0]?.values).toEqual({ amount: '', unlimited: 'true', symbol: '', token: mint, spender: to, account: mine })
      expect(request.warnings).toEqual([{ kind: 'unlimited', values: { spender: to } }])
    }
  })

  test('of an account that changes hands', async () => {
    const assign: Call = {
      program: system,
      accounts: [{ address: ownSolana, signer: true, writable: true }],
      data: [...u32(1), ...bytesOf(address(66))],
    }
    expect(await of([assign])).toMatchObject({
      effects: [{ kind: 'delegation', values: { delegate: address(66), account: ownSolana, what: 'owner', program: 'System' } }],
      warnings: [{ kind: 'delegation', values: { delegate: address(66) } }],
      risk: 'risky',
    })
    const nobody: Call = {
      program: tokenProgram,
      accounts: [
        { address: mint, writable: true },
        { address: ownSolana, signer: true },
      ],
      data: [6, 0, 0],
    }
    expect((await of([nobody])).effects[0]?.values).toMatchObject({ delegate: '', what: 'mint', program: 'Token' })
  })

  test('of a wallet that is made an account with data: it could pay and send nothing any more', async () => {
    const allocate = (account: string): Call => ({
      program: system,
      accounts: [{ address: account, signer: true, writable: true }],
      data: [...u32(8), ...u64(1n)],
    })
    expect(await of([allocate(ownSolana)])).toMatchObject({
      effects: [{ kind: 'delegation', values: { delegate: '', account: ownSolana, what: 'allocate', program: 'System' } }],
      warnings: [{ kind: 'delegation' }],
      risk: 'risky',
    })
    expect((await of([allocate(address(61))])).effects).toEqual([
      { kind: 'program', values: { program: 'System', instruction: 'allocate', account: address(61) } },
    ])
  })

  test('S11: of an account that is closed for somebody else, what it was made with counts as leaving', async () => {
    const rent = 2_039_280
    const before = { ...chain, [mine]: { lamports: rent, owner: tokenProgram, data: tokenAccount(mint, ownSolana, 0n) } }
    const gone = { lamports: 0, owner: system, data: new Uint8Array() }
    const left = { lamports: 5_000_000_000 - 5000, owner: system, data: new Uint8Array() }
    const closed = (whom: string, after: Chain) =>
      of(
        [
          {
            program: tokenProgram,
            accounts: [
              { address: mine, writable: true },
              { address: whom, writable: true },
              { address: ownSolana, signer: true },
            ],
            data: [9],
          },
        ],
        { getMultipleAccounts: readChain(before), simulateTransaction: run({ ...after, [mine]: gone }) },
      )
    expect((await closed(to, { [ownSolana]: left })).spending?.leaves).toEqual([{ asset: solana.id, units: BigInt(rent + 5000) }])
    const back = { ...left, lamports: left.lamports + rent }
    expect((await closed(ownSolana, { [ownSolana]: back })).spending?.leaves).toEqual([{ asset: solana.id, units: 5000n }])
  })

  test('of a program that nobody knows', async () => {
    const call: Call = { program: address(99), accounts: [{ address: ownSolana, signer: true, writable: true }], data: [1, 2, 3] }
    expect(await of([call])).toMatchObject({
      effects: [{ kind: 'program', values: { program: address(99) } }],
      warnings: [{ kind: 'unknownProgram', values: { program: address(99) } }],
      risk: 'risky',
    })
    const strange: Call = { ...call, program: tokenProgram }
    expect((await of([strange])).effects[0]?.values).toMatchObject({ program: tokenProgram, name: 'Token' })
    // Neither read nor tried out.
    expect(await of([call], { simulateTransaction: undefined })).toMatchObject({
      warnings: [{ kind: 'unknownProgram' }, { kind: 'cannotSimulate' }],
      risk: 'risky',
      changes: 'failed',
    })
  })

  test('of a memo, of work that is paid for, and of an account that is closed', async () => {
    const memo: Call = { program: memoProgram, data: new TextEncoder().encode('Order 5') }
    const price: Call = { program: computeBudget, data: [3, ...u64(2_000_000n)] }
    const units: Call = { program: computeBudget, data: [2, ...u32(100_001)] }
    const request = await of([price, units, memo], { getFeeForMessage: undefined })
    expect(request.effects).toEqual([{ kind: 'message', values: { program: 'Memo' }, message: 'Order 5' }])
    expect(request.fee?.expected).toBe('0.000205002')
    const close: Call = {
      program: tokenProgram,
      accounts: [
        { address: mine, writable: true },
        { address: address(8), writable: true },
        { address: ownSolana, signer: true },
      ],
      data: [9],
    }
    expect((await of([close])).warnings).toEqual([{ kind: 'newRecipient', values: { address: address(8) } }])
  })

  test('of a nonce, by which the transaction never expires', async () => {
    const nonce: Call = {
      program: system,
      accounts: [
        { address: address(60), writable: true },
        { address: ownSolana, signer: true },
      ],
      data: u32(4),
    }
    expect(await of([nonce, pay(to, 1n)])).toMatchObject({ risk: 'risky' })
  })

  test('of accounts in lookup tables', async () => {
    const bytes = message(
      [{ program: system, accounts: [{ address: ownSolana, signer: true, writable: true }], data: [...u32(2), ...u64(9n)] }],
      { version: 0, lookups: [{ table, writable: [1], readonly: [] }], loaded: [0] },
    )
    const request = await prepare(bytes)
    expect(request.effects).toEqual([{ kind: 'send', values: { amount: '0.000000009', symbol: 'SOL', to } }])
    expect(request.details).toContainEqual({ path: 'lookups[0].table', value: table })
    expect(request.details).toContainEqual({ path: 'lookups[0].writable', value: '1' })
    const lost = await prepare(bytes, { getMultipleAccounts: undefined })
    expect(lost).toMatchObject({
      effects: [{ kind: 'program', values: { program: system, instruction: 'unknown', name: 'System' } }],
      changes: 'failed',
      risk: 'risky',
    })
    expect(lost.details).toContainEqual({ path: 'instructions[0].accounts[1]', value: '?' })
  })

  test('of a failure', async () => {
    const request = await of([pay(to, 1n)], {
      simulateTransaction: { value: { err: { InstructionError: [0, { Custom: 1 }] }, accounts: null } },
    })
    expect(request).toMatchObject({ warnings: [{ kind: 'willFail' }], risk: 'risky', changes: 'failed' })
  })

  test('R9: of a node that talks nonsense, only what the bytes say', async () => {
    const nonsense = { getMultipleAccounts: 5, simulateTransaction: { value: [] }, getFeeForMessage: 'x' }
    expect(await of([pay(to, 1n)], nonsense)).toMatchObject({
      effects: [{ kind: 'send' }],
      warnings: [{ kind: 'cannotSimulate' }],
      changes: 'failed',
      fee: { expected: '0.000005' },
    })
  })

  test('S9: of a token that everybody knows by its mint, its name, in the sentence and in what changes', async () => {
    const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
    const held = (units: bigint) => ({ owner: tokenProgram, data: tokenAccount(usdc, ownSolana, units) })
    const known: Chain = {
      ...chain,
      [usdc]: { owner: tokenProgram, data: mintAccount(6, 10n ** 15n) },
      [mine]: held(9_000_000n),
      [theirs]: { owner: tokenProgram, data: tokenAccount(usdc, theirWallet, 0n) },
    }
    const request = await of([transfer(5_000_000n)], {
      getMultipleAccounts: readChain(known),
      simulateTransaction: run({ ...known, [mine]: held(4_000_000n) }),
    })
    expect(request.effects).toMatchObject([{ kind: 'send', values: { amount: '5', symbol: 'USDC', token: usdc, to: theirWallet } }])
    expect(request.changes).toEqual([{ symbol: `USDC (${usdc})`, amount: '-5' }])
  })

  test('of no fee, where somebody else pays, and that this is so', async () => {
    const bytes = message([pay(to, 5n)], { payer: other })
    const request = await prepare(bytes)
    expect(request.fee).toBeUndefined()
    expect(request.sponsored).toBe(true)
    expect((await of([pay(to, 5n)])).sponsored).toBeUndefined()
  })

  test('of a later one of several that fails alone: not that it will fail, for those before it are not done yet', async () => {
    const [bytes, second] = [message([pay(to, 1n)]), message([pay(to, 2n)])].map((each) => base64.encode(transaction(each)))
    const fails = { value: { err: { InstructionError: [0, { Custom: 1 }] }, accounts: null } }
    const warned = async (failing: string | undefined) => {
      const simulateTransaction = ([text, ...rest]: readonly unknown[]) => (text === failing ? fails : run({})([text, ...rest]))
      const params = { transactions: [bytes, second] }
      const { context } = setUp({ simulateTransaction })
      return (await prepareRequest({ id: 'r', method: 'solana_signAllTransactions', params }, context)).warnings.map(({ kind }) => kind)
    }
    expect(await warned(second)).toEqual(['cannotSimulate'])
    expect(await warned(bytes)).toEqual(['willFail'])
  })

  test('of the whole fee, where the node asks for less than the protocol', async () => {
    expect((await of([pay(to, 1n)], { getFeeForMessage: { value: 1 } })).fee?.expected).toBe('0.000005')
    expect((await of([pay(to, 1n)], { getFeeForMessage: { value: 7000 } })).fee?.expected).toBe('0.000007')
  })
})

describe('signing', () => {
  const bytes = message([pay(to, 5n)])
  const isSigned = (signature: Uint8Array, signed = bytes) => ed25519.verify(signature, signed, base58.decode(ownSolana))

  test.each([
    ['base64', base64],
    ['base58', base58],
  ])('a transaction in %s goes back as it came, with one signature more', async (_, encoding) => {
    const { context } = setUp()
    const request = await prepareRequest(
      { id: 'r', method: 'solana_signTransaction', params: { transaction: encoding.encode(transaction(bytes)), pubkey: ownSolana } },
      context,
    )
    const answer = (await request.sign(keys)) as { signature: string; transaction: string }
    expect(isSigned(base58.decode(answer.signature))).toBe(true)
    expect(encoding.decode(answer.transaction)).toEqual(transaction(bytes, { 0: base58.decode(answer.signature) }))
  })

  test('only the place of the account is filled', async () => {
    const two = message([pay(to, 5n)], { payer: other })
    const theirSignature = ed25519.sign(two, otherKey)
    const { context } = setUp()
    const request = await prepareRequest(
      { id: 'r', method: 'solana_signTransaction', params: { transaction: base64.encode(transaction(two, { 0: theirSignature })) } },
      context,
    )
    const answer = (await request.sign(keys)) as { signature: string; transaction: string }
    expect(isSigned(base58.decode(answer.signature), two)).toBe(true)
    expect(base64.decode(answer.transaction)).toEqual(transaction(two, { 0: theirSignature, 1: ed25519.sign(two, solanaKey) }))
    expect(request.details).toContainEqual({ path: 'signatures[0]', value: base58.encode(theirSignature) })
  })

  test('with a key of somebody else nothing is signed', async () => {
    const request = await prepare(bytes)
    await expect(request.sign({ withKey: async (_, run) => run(otherKey) })).rejects.toMatchObject({ name: 'WrongKeyError' })
  })

  test('several at once are all shown and all signed', async () => {
    const second = message([pay(address(8), 6n)])
    const { context } = setUp()
    const params = { transactions: [base64.encode(transaction(bytes)), base58.encode(transaction(second))] }
    const request = await prepareRequest({ id: 'r', method: 'solana_signAllTransactions', params }, context)
    expect(request.effects.map(({ values }) => values['amount'])).toEqual(['0.000000005', '0.000000006'])
    expect(request.details[0]?.path).toBe('transactions[0].version')
    expect(request.details.at(-1)?.path).toBe('transactions[1].instructions[0].data')
    expect(request).toMatchObject({ fee: { expected: '0.00001' }, changes: 'failed' })
    const { transactions } = (await request.sign(keys)) as { transactions: [string, string] }
    expect(base64.decode(transactions[0])).toEqual(transaction(bytes, { 0: ed25519.sign(bytes, solanaKey) }))
    expect(base58.decode(transactions[1])).toEqual(transaction(second, { 0: ed25519.sign(second, solanaKey) }))
  })

  test('one that is sent goes out with its options', async () => {
    const options = { skipPreflight: true, preflightCommitment: 'confirmed', maxRetries: 3, minContextSlot: 7 }
    const { node, context } = setUp({ sendTransaction: 'signature' })
    const request = await prepareRequest(
      { id: 'r', method: 'solana_signAndSendTransaction', params: { transaction: base64.encode(transaction(bytes)), options } },
      context,
    )
    expect(request.details.slice(-4)).toEqual([
      { path: 'options.skipPreflight', value: 'true' },
      { path: 'options.preflightCommitment', value: 'confirmed' },
      { path: 'options.maxRetries', value: '3' },
      { path: 'options.minContextSlot', value: '7' },
    ])
    const { signature } = (await request.sign(keys)) as { signature: string }
    expect(isSigned(base58.decode(signature))).toBe(true)
    const sent = transaction(bytes, { 0: base58.decode(signature) })
    expect(node.calls.at(-1)).toMatchObject({
      url: solana.rpcUrl,
      method: 'sendTransaction',
      params: [base64.encode(sent), { ...options, encoding: 'base64' }],
    })
  })

  test("R8: 'already processed' is sent, and so is what the chain knows though the node went silent", async () => {
    const params = { transaction: base64.encode(transaction(bytes)), sendOptions: {} }
    const already = setUp({ sendTransaction: new Error('This transaction has already been processed') })
    const request = await prepareRequest({ id: 'r', method: 'solana_signAndSendTransaction', params }, already.context)
    await expect(request.sign(keys)).resolves.toMatchObject({ signature: expect.any(String) })
    const refused = setUp({ sendTransaction: new Error('Blockhash not found') })
    const other = await prepareRequest({ id: 'r', method: 'solana_signAndSendTransaction', params }, refused.context)
    await expect(other.sign(keys)).rejects.toMatchObject({ name: 'NodeAnswerError', message: 'Blockhash not found' })
    const silent = setUp({ sendTransaction: null, getSignatureStatuses: { value: [{ slot: 5 }] } })
    const third = await prepareRequest({ id: 'r', method: 'solana_signAndSendTransaction', params }, silent.context)
    await expect(third.sign(keys)).resolves.toMatchObject({ signature: expect.any(String) })
  })
})

describe('what is refused', () => {
  const text = base64.encode(transaction(message([pay(to, 5n)])))
  test.each<[string, string, unknown, number]>([
    ['no object', 'solana_signTransaction', [text], -32602],
    ['no transaction', 'solana_signTransaction', {}, -32602],
    ['more than it takes', 'solana_signTransaction', { transaction: text, options: {} }, -32602],
    ['what is no transaction', 'solana_signTransaction', { transaction: 'AAAA' }, -32602],
    ['what is neither base64 nor base58', 'solana_signTransaction', { transaction: '!!' }, -32602],
    ['no transactions', 'solana_signAllTransactions', { transactions: [] }, -32602],
    ['too many transactions', 'solana_signAllTransactions', { transactions: Array.from({ length: 21 }, () => text) }, -32602],
    ['options that are none', 'solana_signAndSendTransaction', { transaction: text, options: { preflightCommitment: 'soon' } }, -32602],
    ['options with more', 'solana_signAndSendTransaction', { transaction: text, options: { rpcUrl: 'https://evil.example' } }, -32602],
    ['options twice', 'solana_signAndSendTransaction', { transaction: text, options: {}, sendOptions: {} }, -32602],
    ['another account', 'solana_signTransaction', { transaction: text, pubkey: other }, 4100],
    ['another account of several', 'solana_signAllTransactions', { transactions: [text], pubkey: other }, 4100],
    ['another account to send by', 'solana_signAndSendTransaction', { transaction: text, pubkey: other }, 4100],
    [
      'a transaction that others sign',
      'solana_signTransaction',
      { transaction: base64.encode(transaction(message([pay(to, 5n, other)], { payer: other }))) },
      4100,
    ],
    [
      'one to send that others have not signed',
      'solana_signAndSendTransaction',
      { transaction: base64.encode(transaction(message([pay(to, 5n)], { payer: other }))) },
      -32602,
    ],
  ])('%s', async (_, method, params, code) => {
    await expect(prepareRequest({ id: 'r', method, params }, setUp().context)).rejects.toMatchObject({ code })
  })
})
