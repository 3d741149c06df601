export { SealBroken } from './seal.ts';
export { createSubjectKeys, type SubjectKeysOptions } from './subject-keys.ts';
export { createVault } from './vault.ts';
