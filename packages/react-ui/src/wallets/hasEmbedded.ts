import type { Portico } from '@portico/core'

/** Whether the site has a wallet of Portico's own, to log in to. */
export const hasEmbedded = ({ options: { connectors } }: Portico): boolean => connectors?.some(({ kind }) => kind === 'embedded') === true
