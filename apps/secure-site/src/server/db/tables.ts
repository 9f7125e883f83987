/**
 * Tables of the database, by name. A feature adds its own from its folder:
 * `declare module '../db/tables.js' { interface Tables { otp_flows: OtpFlows } }`.
 * Columns are text, whole numbers (times in milliseconds since 1970) or 0/1, so that SQLite and Postgres agree.
 */
// oxlint-disable-next-line typescript/no-empty-interface -- features fill it
export interface Tables {}
