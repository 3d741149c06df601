export { createDomains } from './domains.ts';
