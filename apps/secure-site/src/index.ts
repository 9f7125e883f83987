export {
  ApiError,
  DatabaseError,
  ListenError,
  PageBuildError,
  SecureSiteError,
  SecureSiteOptionsError,
} from './server/errors.js'
export { buildPage } from './server/frame/build.js'
export type { BuiltPage, PageFile } from './server/frame/page.js'
export type { MailTransport, OutgoingMail } from './server/mail/mail.js'
export { type Limits, type SecureSiteOptions, defaultLimits } from './server/options.js'
export { type SecureSite, createSecureSite } from './server/secureSite.js'
