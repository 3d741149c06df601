export { hearMailgun } from './mailgun.ts';
export { type Heard, type MailWord, oldestMs, type WebhookRequest } from './port.ts';
export { hearSendgrid } from './sendgrid.ts';
export { hearSes, type SnsAccess } from './ses.ts';
