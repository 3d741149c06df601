export { createNumberInventory } from './numbers.ts';
export { createVerifier } from './verifier.ts';
