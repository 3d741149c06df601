export { checkDomain as check, editBrand as edit, releaseUnused, serves, setBrandFile as setFile } from './brand.ts';
