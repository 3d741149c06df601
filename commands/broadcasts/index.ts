export { askedEmails, approveBroadcast as approve, rejectBroadcast as reject } from './approve.ts';
export {
  changeBroadcast as change,
  createBroadcast as create,
  deleteBroadcast as delete,
  duplicateBroadcast as duplicate,
  resendBroadcast as resend,
  sendToSkipped,
} from './edit.ts';
export { freezeAudience as freeze } from './freeze.ts';
export {
  chooseWinner,
  completeBroadcast as complete,
  followPayment,
  followRegistration,
  haltBroadcast as halt,
  holdEmailsOf as holdEmails,
  pauseBroadcast as pause,
  repeatBroadcast as repeat,
  resumeBroadcast as resume,
  scheduleBroadcast as schedule,
  startBroadcast as start,
  stopBroadcast as stop,
  unscheduleBroadcast as unschedule,
} from './run.ts';
