/** Where the treasury keeps its reserve: an account of the sandbox that nobody here has the key of. */
export const reserve = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'
