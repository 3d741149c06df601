export { SealBroken } from './seal.ts';
export { createSubjectKeys } from './subject-keys.ts';
export { createVault } from './vault.ts';
