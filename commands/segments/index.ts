export { changeSegment as change, createSegment as create, deleteSegment as delete } from './edit.ts';
export { forgetSegment as forget } from './forget.ts';
