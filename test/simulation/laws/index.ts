/** What must be so when everything has come to rest. A new capability adds its own line here. */
export { broadcasts, nothingAfterAWord } from './broadcasts.ts';
export { nothingWaits } from './nothing-waits.ts';
export { coupons } from './coupons.ts';
export { entries, noOptInByForm } from './entries.ts';
export { everyTextEnds } from './every-text-ends.ts';
export { businessMails } from './business-mails.ts';
export { loops } from './loops.ts';
export { mails } from './mails.ts';
export { monthlyLimit } from './monthly-limit.ts';
export { nobodyTwice } from './nobody-twice.ts';
export { nothingAfterOptOut } from './nothing-after-opt-out.ts';
export { oneAnswer } from './one-answer.ts';
export { readModels } from './read-models.ts';
export { scheduledTexts } from './scheduled.ts';
export { statesGoForward } from './states-go-forward.ts';
export { unreadCounts } from './unread-counts.ts';
export { votes } from './votes.ts';
