export { type Letter, type MailLocale, type MailPart, composeMail, mailDirection, mailLocale, mailLocales } from './letter.js'
export { type Mail, type MailParameters, type MailTransport, type OutgoingMail, createMail, mailMigrations, smtpTransport } from './mail.js'
