import type { Law } from '../action.ts';
import { nothingWaits } from './nothing-waits.ts';
import { everyTextEnds } from './every-text-ends.ts';
import { mails } from './mails.ts';
import { nobodyTwice } from './nobody-twice.ts';
import { nothingAfterOptOut } from './nothing-after-opt-out.ts';
import { oneAnswer } from './one-answer.ts';
import { readModels } from './read-models.ts';
import { statesGoForward } from './states-go-forward.ts';
import { unreadCounts } from './unread-counts.ts';

/** What must be so when everything has come to rest. A new capability adds its own here. */
export const laws: readonly Law[] = [
  nothingWaits,
  everyTextEnds,
  nobodyTwice,
  nothingAfterOptOut,
  oneAnswer,
  statesGoForward,
  mails,
  readModels,
  unreadCounts,
];
