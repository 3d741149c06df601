export {
  changeEndpoint as change,
  createEndpoint as create,
  deleteEndpoint as remove,
  endpointOf as find,
  giveUpEndpoint as giveUp,
  redeliverEvent as redeliver,
  replayEndpoint as replay,
  rotateEndpoint as rotate,
  signingSecrets,
  switchEndpoint as switchTo,
  testEndpoint as test,
} from './manage.ts';
export { payloadsOf } from './payload.ts';
