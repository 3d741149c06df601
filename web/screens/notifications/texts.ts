import { words } from '../../components/texts.ts';
import { catalogue } from '../../messages/translate.ts';

/** The words of these screens. */
export const texts = catalogue(words, {
  'push.on': 'Turn on push notifications',
  'push.off': 'Turn off in this browser',
  'push.isOn': 'Push notifications reach this browser.',
  'push.offer': 'Hear of new texts when this page is closed.',
  'push.denied': 'This browser blocks notifications of this site. Allow them in the site’s settings, then reload.',
  'push.settingOff': 'Push notifications are turned off in your profile.',
  'push.failed': 'This browser could not turn them on. Please try again.',

  'notifications.title': 'Notifications',
  'notifications.empty': 'No notifications yet',
  'notifications.emptyText': 'Opt-ins, messages and delivery problems are listed here as they happen.',
  'notifications.delete': 'Delete notification',
});
export const { t, maybe } = texts;
