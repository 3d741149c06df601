export { decideBroadcast, queueRecipient, withholdRecipient } from './broadcast.ts';
export { decideSend } from './decide-send.ts';
export { queueMessage as queue } from './queue.ts';
export { recordMessageMedia as recordMedia } from './record-media.ts';
export { reactToMessage as react } from './react.ts';
export { receiveMessage as receive } from './receive.ts';
export { sendTest } from './send-test.ts';
export {
  endUnread,
  holdMessage as hold,
  recordAccepted,
  recordCarrierStatus,
  recordFailed,
  recordUnknown,
} from './record.ts';
