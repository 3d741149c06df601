export { createDomains, type DomainsOptions } from './domains.ts';
