export { offerTextedBroadcast as offer, sendTextedBroadcast as send } from './run.ts';
