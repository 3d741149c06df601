export { configureProvider as configure } from './configure.ts';
export { acquireNumber, searchNumbers } from './numbers.ts';
