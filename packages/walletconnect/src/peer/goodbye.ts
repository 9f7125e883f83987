/** Code and text of the end of a connection that a person wants. */
export const goodbye = { code: 6000, message: 'User disconnected.' } as const
