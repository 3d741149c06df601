export { bringIn, compare } from './bring-in.ts';
export { read } from './read.ts';
