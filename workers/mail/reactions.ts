import { reactions } from '../engine/reactions.ts';
import { defaultMailSettings, type MailService, type MailSettings } from './deliver.ts';
import { mailFeed } from './feed.ts';
import { runMail } from './run.ts';

interface Needs {
  /** How mails reach users of the product and the contacts of businesses; left out: they wait. */
  readonly mail?: MailService;
  readonly config: { readonly mail?: Partial<MailSettings> };
}

export const mailReactions = reactions<Needs>('mail', (services) => {
  const { db, store, commands, clock, log, bells, wake, inHand, config, mail } = services;
  const settings: MailSettings = { ...defaultMailSettings, ...config.mail };
  const pollMs = config.polls?.mailMs;
  const parts = { db, store, commands, settings, clock, log, bell: bells.mails, inHand: inHand.mail };
  return {
    follows: [mailFeed(() => wake('mails'))],
    loops:
      mail ?
        [
          ({ presence, stopping, cut }) =>
            runMail({ ...parts, service: mail, presence, cut, ...(pollMs === undefined ? {} : { pollMs }) }, stopping),
        ]
      : [],
  };
});
