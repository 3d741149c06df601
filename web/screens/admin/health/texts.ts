import { words } from '../../../components/texts.ts';
import { catalogue } from '../../../messages/translate.ts';

/** The words of this screen. */
export const texts = catalogue(words, {
  'health.title': 'System health',
  'health.proof': 'Ledger proof',
  'health.proofText':
    'Adds up every wallet each night, and compares it with what is shown and with the payment provider.',
  'health.run': 'Run now',
  'health.running': 'Running',
  'health.next': 'Next: {when}',
  'health.none': 'No proof has run yet.',
  'health.ok': 'Adds up',
  'health.faults': '{count, plural, one {# fault} other {# faults}}',
  'health.counts': '{wallets} wallets, {postings} postings, {ms} ms',
  'health.charges': '{count} payments compared',
  'health.behind': '{count} not compared: still loading',
  'health.fault': '{about}: expected {expected}, found {found}',
  'health.openWallet': 'Open wallet',
  'health.readModels': 'Read models',
  'health.workers': 'Workers',
  'health.queue': 'Outgoing texts',
  'health.lag': '{count} behind',
  'health.allOk': 'All {count} are fine.',
  'health.pending': 'Waiting',
  'health.sending': 'Sending',
  'health.unknown': 'Delivery unknown',
});
export const { t, maybe } = texts;
