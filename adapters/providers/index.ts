export { createNumberInventory, isTollFree, type NumberInventoryOptions } from './numbers.ts';
export { createVerifier, type VerifierOptions } from './verifier.ts';
