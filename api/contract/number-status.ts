/** The words of `number_status`, and how an A2P subscription stands: server and web ask the same functions. */
export {
  type A2pSubscription,
  a2pSubscription,
  isNumberKnown,
  isNumberOk,
  needsRegistration,
} from '../../domain/registrations/number-status.ts';
