const dateTime = /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/

/**
 * Milliseconds since 1970 of an RFC 3339 time, as sign-in messages write it; undefined for anything else, and for days that no calendar has.
 * @example readTime('2026-11-26T07:20:00Z') // 1795677600000; undefined for 2026-06-31
 */
export function readTime(text: string): number | undefined {
  const [, year, month, day] = dateTime.exec(text) ?? []
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`)
  // Date takes the 31st of June for the 1st of July.
  return Number.isNaN(date.getTime()) || date.getUTCDate() !== Number(day) ? undefined : Date.parse(text)
}
