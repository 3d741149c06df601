export { hearMailgun } from './mailgun.ts';
export { hearSendgrid } from './sendgrid.ts';
export { hearSes } from './ses.ts';
