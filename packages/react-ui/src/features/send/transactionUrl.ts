/** Page of a transaction on an explorer, whose URL may end in a slash or a query; undefined for none, and for what is no web page. */
export function transactionUrl(explorer: string | undefined, hash: string): string | undefined {
  if (explorer === undefined || !/^https?:\/\//i.test(explorer)) return undefined
  return explorer.replace(/\/?(\?.*)?$/, (_, query = '') => `/tx/${encodeURIComponent(hash)}${query}`)
}
