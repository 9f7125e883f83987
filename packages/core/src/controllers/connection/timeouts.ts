/** How long a wallet may take to answer a visitor's question, in milliseconds (R1). */
export const connectTimeout = 5 * 60_000
/** How long a wallet may take to let go, in milliseconds. */
export const disconnectTimeout = 10_000
/** How long a wallet may take to appear on the page after a reload, and then to answer, in milliseconds (R4: up to 10 s). */
export const restoreTimeout = 10_000
