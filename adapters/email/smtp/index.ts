export { createSmtpProvider } from './provider.ts';
