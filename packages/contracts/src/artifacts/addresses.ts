// Generated from the compiled code by scripts/build-contracts.mjs. Do not edit.

/** Makes accounts. It stands at the same address on every chain, since its address follows from its code. */
export const accountFactory = '0x02f042C7F966378439Fe119ffE973057e97B8cf7' as const

/** The code that every account points to. */
export const accountImplementation = '0x51387936d214842A0D6953b181dAe0a0919D05de' as const
