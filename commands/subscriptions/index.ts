export { followPayer as follow } from './follow.ts';
export { standingOf } from '../directory/standing.ts';
