export { queueMessage as queue } from './queue.ts';
export { recordMessageMedia as recordMedia } from './record-media.ts';
export { reactToMessage as react } from './react.ts';
export { receiveMessage as receive } from './receive.ts';
export { sendTest } from './send-test.ts';
