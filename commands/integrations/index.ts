export {
  beginSignIn,
  changeIntegration as change,
  connectByKey,
  finishSignIn,
  issueKey,
  openAddress,
  removeIntegration as remove,
  returnOrigin,
  switchIntegration as switch,
} from './connect.ts';
export { connectable, forms, pages, prices, products, webinars } from './choices.ts';
export {
  completeSync,
  facebookChallenge,
  facebookNotice,
  failSync,
  newsOf,
  peopleOf,
  progressSync,
  refuseIntegration as refuse,
  requestSync,
} from './sync.ts';
export { changeIntake, inboundState, intakeOf } from './intake.ts';
export { receive } from './receive.ts';
