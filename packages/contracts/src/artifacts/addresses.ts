// Generated from the compiled code by scripts/build-contracts.mjs. Do not edit.

/**
 * Makes accounts. It stands at the same address on every chain, since its address follows from its code.
 * @example const isThere = (await client.getCode({ address: accountFactory })) !== undefined // else deployAccountFactory puts it there
 */
export const accountFactory = '0x02f042C7F966378439Fe119ffE973057e97B8cf7' as const

/**
 * The code that every account points to.
 * @example
 * const code = await client.getCode({ address: account })
 * const isOurs = code?.includes(accountImplementation.slice(2).toLowerCase()) === true // ERC-1167
 */
export const accountImplementation = '0x51387936d214842A0D6953b181dAe0a0919D05de' as const
