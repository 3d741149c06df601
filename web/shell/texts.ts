import { words } from '../components/texts.ts';
import { catalogue, type KeysOf } from '../messages/translate.ts';

/** The words around the screens. */
export const texts = catalogue(words, {
  'nav.more': 'More',
  'nav.operator': 'Operator',
  'nav.agencies': 'Agencies',
  'nav.businesses': 'Businesses',
  'nav.archived': 'Archived',
  'nav.newAgency': 'New agency',
  'nav.newBusiness': 'New business',
  'nav.users': 'Users',
  'nav.whitelabels': 'White labels',
  'nav.plans': 'Plans',
  'nav.businessPlans': 'Business plans',
  'nav.reports': 'Reports',
  'nav.uploads': 'Contact uploads',
  'nav.settings': 'Settings',
  'nav.a2p': 'A2P requests',
  'nav.tollfree': 'Toll-free requests',
  'nav.twoWay': 'Two-Way Texting',
  'nav.loopSubscription': 'Loop Subscription',
  'nav.loopStatistics': 'Loop Statistics',
  'nav.subscription': 'Subscription',
  'nav.paymentMethods': 'Payment methods',
  'nav.training': 'Training',
  'nav.profile': 'My account',
  'nav.campaigns': 'Campaigns',
  'nav.broadcasts': 'Broadcasts',
  'nav.approvals': 'Approvals',
  'nav.toApprove': 'waiting',
  'nav.automations': 'Automations',
  'nav.keywords': 'Keywords',
  'nav.integrations': 'Integrations',
  'nav.resources': 'Resources',
  'nav.apikeys': 'API keys',
  'nav.customFields': 'Custom fields',
  'nav.blacklists': 'Blacklist',
  'nav.whitelists': 'Whitelist',
  'nav.emailTemplates': 'E-mail templates',

  'top.new': 'New',
  'top.newBusiness': 'New Business',
  'top.newAgency': 'New Agency',
  'top.demo': 'Demo Account',
  'top.demoHint': 'Adds a business with sample data to try things on. It sends nothing to real people.',
  'top.redemption': 'Go to Redemption page',
  'top.nothingNew': 'Nothing new.',

  'usage.title': 'Free allowance',
  'usage.button': 'Usage',
  'usage.numbers': 'Numbers',
  'usage.messages': 'Messages',
  'usage.minutes': 'Minutes',
  'usage.of': '{used} of {free}',
  'usage.short': '{used} / {free}',
  'usage.text':
    'Numbers are those your businesses hold now. Messages (in segments) and call minutes are this month’s, of all ' +
    'your businesses together.',

  'acting.region': 'Acting as somebody else',
  'acting.text': 'Acting as',
  'acting.you': 'signed in as {name}',

  'palette.placeholder.Admin': 'Search screens, agencies and businesses',
  'palette.placeholder.Agency': 'Search screens and businesses',
  'palette.placeholder.Business': 'Search screens, contacts, campaigns and automations',

  'alert.number': 'Your number has to be registered before texts can go out.',
  'alert.numberGo': 'Click here to complete',
  'alert.a2pInactive': 'SMS registration is not active, so no texts are delivered. Please contact the admin.',
  'alert.a2pEnding':
    'The subscription of your SMS registration has ended. Unless it is renewed, texting stops on {date}.',
  'alert.messages.warning': 'You have used {used} of this month’s {limit} texts.',
  'alert.messages.full':
    'This month’s limit of {limit} texts is reached. No more texts go out until next month or until the limit is raised.',
  'alert.contacts.warning': 'You have {used} of {limit} contacts.',
  'alert.contacts.full':
    'Your limit of {limit} contacts is reached ({used}). To add more, contact your agency by e-mail.',
  'alert.more': '{count, plural, one {# more notice} other {# more notices}}',
  'alert.fewer': 'Show fewer',
  'alert.credit':
    'Your credit is running out. Check your payment method, so that your businesses’ texts keep going out.',
  'alert.creditGo': 'Open payment methods',

  'dialog.understood': 'I understand',

  'payment.title': 'Payment failed',
  'payment.text':
    'Your card was declined. All of your business accounts are disabled, and no texts are delivered until the payment goes through.',
  'payment.verify': 'Verify Credit Card',

  'smsRegistration.title': 'SMS registration is not active',
  'smsRegistration.text':
    'Carriers deliver business texts only from registered numbers, and the registration of this account is not ' +
    'active. Contact the admin to have it activated.',

  'trial.title': 'This is a trial account',
  'trial.text':
    'A free-trial account of the SMS carrier does not work with this system: it can only text numbers that were ' +
    'verified one by one, and it adds its own words to every text. Upgrade the account at the carrier, then enter ' +
    'it again.',

  'a2p.title': 'Before you text today',
  'a2p.text':
    'Your number’s registration for business texting (A2P 10DLC) is not complete. Carriers may filter or block ' +
    'what you send. Only text people who agreed to it.',
  'a2p.register': 'Complete registration',
  'a2p.confirm': 'I understand',

  'app.skip': 'Skip to content',

  'nav.main': 'Main',
  'nav.workspace': 'Workspace',
  'nav.dashboard': 'Dashboard',
  'nav.message': 'Message',
  'nav.contacts': 'Contacts',
  'nav.notifications': 'Notifications',

  'top.number': 'Marketing number',
  'top.noNumber': 'No number yet',
  'top.search': 'Search or jump to…',
  'top.account': 'Account menu for {name}',
  'top.theme': 'Appearance',
  'top.shortcuts': 'Keyboard shortcuts',
  'top.bell': 'Notifications',
  'top.bellUnread': 'Notifications, {count} unread',
  'top.viewAll': 'View all',
  'top.markAll': 'Mark all as read',
  'top.noNotifications': 'Nothing new. Opt-ins and messages show up here.',

  'sandbox.text': 'Texts go to the phone simulator.',

  'offline.offline': 'You’re offline. What you see may be old; it comes up to date by itself.',
  'offline.unreached': 'The server can’t be reached just now. Trying again…',

  'live.live': 'Live',
  'live.connecting': 'Connecting…',
  'live.waiting': 'Reconnecting…',
  'live.offline': 'Offline',
  'live.hint.live': 'New messages appear by themselves.',
  'live.hint.connecting': 'Opening the live connection.',
  'live.hint.waiting': 'The live connection dropped. It is being opened again; what you see may be a little old.',
  'live.hint.offline': 'This device is offline. You will be brought up to date when it is back.',
  'live.newMessage': 'New message from {name}: {body}',
  'live.newMessageUnknown': 'A new message came in. {count, plural, one {# unread message} other {# unread messages}}.',

  'keys.title': 'Keyboard shortcuts',
  'keys.search': 'Search on this screen',
  'keys.palette': 'Command palette',
  'keys.help': 'This list',
  'keys.go': 'Go to {place}',
  'keys.walk': 'In the list of conversations: next, previous',
  'keys.open': 'In the list: open the conversation',
  'keys.reply': 'In the list: write an answer',
  'keys.close': 'In the list: close it, go on with the next',
  'keys.take': 'In the list: take the conversation',
  'keys.or': 'or',
  'keys.send': 'Send the message',
  'keys.newline': 'New line in a message',
  'keys.undo': 'In a builder: undo',
  'keys.redo': 'In a builder: do again',
  'keys.move': 'In the page builder: move an option or a question',
  'keys.auWalk': 'In an automation: from step to step',
  'keys.auAdd': 'In an automation: add a step below',
  'keys.auMove': 'In an automation: move the step',
  'keys.auOff': 'In an automation: switch the step off or on',
  'keys.auJump': 'In an automation: follow a jump',
  'keys.auFit': 'In an automation: show all of it',
  'keys.auRemove': 'In an automation: remove the step',
  'keys.then': 'then',

  'palette.title': 'Command palette',
  'palette.screens': 'Go to',
  'palette.contacts': 'Contacts',
  'palette.actions': 'Actions',
  'palette.none': 'Nothing found',
  'palette.newConversation': 'New conversation',
  'palette.redemptions': 'Redemptions',
  'palette.duplicates': 'Duplicates among contacts',
  'palette.newAutomation': 'New automation',
  'palette.webhooks': 'Webhooks of automations',
  'palette.people': 'Contact pages',
  'palette.tills': 'Tills: open or close one',
  'palette.searching': 'Searching contacts…',
});
export const { t, maybe } = texts;
export type MessageKey = KeysOf<typeof texts>;
