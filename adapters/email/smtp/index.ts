export { createSmtpProvider, type SmtpConfig } from './provider.ts';
