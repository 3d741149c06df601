export { createBeams } from './beams.ts';
export type { WebPush } from './port.ts';
export { createWebPush } from './web-push.ts';
