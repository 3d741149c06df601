export { act } from './act.ts';
export { enter } from './enter.ts';
export { look } from './look.ts';
