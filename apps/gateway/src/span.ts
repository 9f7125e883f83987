/** How long something that is kept in memory counts, in milliseconds since 1970. */
export interface Span {
  readonly from: number
  readonly until: number
}

/** Whether it counts. A clock that is set back to before its beginning ends it: else it would last until that time comes again (R16). */
export const lasts = (span: Span | undefined, now: number): boolean => span !== undefined && span.from <= now && now < span.until
