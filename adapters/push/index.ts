export { createBeams } from './beams.ts';
export type { PushNote, PushOutcome, PushTarget, UserPush, WebPush } from './port.ts';
export { createWebPush, type WebPushOptions } from './web-push.ts';
