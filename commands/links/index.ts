export { registerLinks as register } from './register.ts';
export { countLinkVisits as countVisits, linkTarget as target, recordClick as click } from './visits.ts';
