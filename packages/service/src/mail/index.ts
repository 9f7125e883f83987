export { fill } from './fill.js'
export {
  type Letter,
  type MailLocale,
  type MailPart,
  acceptedLocale,
  composeMail,
  mailDirection,
  mailLocale,
  mailLocales,
} from './letter.js'
export { type Mail, type MailParameters, type MailTransport, type OutgoingMail, createMail, mailMigrations, smtpTransport } from './mail.js'
