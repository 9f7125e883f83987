/** Codes of EIP-5792. */
export const callsStatusCodes = { pending: 100, confirmed: 200, notIncluded: 400, reverted: 500, partlyReverted: 600 } as const
