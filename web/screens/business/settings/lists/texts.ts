import { words } from '../../../../components/texts.ts';
import { catalogue } from '../../../../messages/translate.ts';

export const texts = catalogue(words, {
  'lists.first': 'Put the first one on it',
  'lists.title': 'Blacklist and whitelist',
  'lists.settings': 'Settings',
  'lists.blacklists': 'Blacklist',
  'lists.whitelists': 'Whitelist',
  'lists.blacklists.text':
    'Blacklisted contacts get nothing from you, by text or email, and can’t sign up on your pages. Only ' +
    'replies to STOP and HELP go out, as the law requires.',
  'lists.whitelists.text':
    'Whitelisted contacts are never treated as spam or duplicates: forms accept them every time, and their ' +
    'referrals count without review. It doesn’t override the blacklist or an opt-out.',
  'lists.add': 'Add',
  'lists.search': 'Search the list',
  'lists.kinds': 'Type',
  'lists.kind.all': 'All',
  'lists.kind.phone': 'Number',
  'lists.kind.email': 'Email address',
  'lists.kind.domain': 'Domain',
  'lists.value': 'Entry',
  'lists.since': 'Since',
  'lists.of': 'Actions for {value}',
  'lists.edit': 'Edit',
  'lists.remove': 'Remove',
  'lists.removeTitle': 'Remove {value} from the list?',
  'lists.removeText': 'It stops applying right away. We delete the entry and its note.',
  'lists.addTitle.blacklists': 'Add to the blacklist',
  'lists.addTitle.whitelists': 'Add to the whitelist',
  'lists.editTitle': 'Edit {value}',
  'lists.values': 'Numbers, addresses or domains',
  'lists.valuesHint': 'One per line, or paste a column. A domain like example.com covers all its addresses.',
  'lists.note': 'Note',
  'lists.noteHint': 'Optional. Why it’s on the list.',
  'lists.save': 'Save',
  'lists.refused': 'We couldn’t read these, so they were skipped:',
  'lists.refusedMore': 'and {count} more',
  'lists.done': 'Done',
  'lists.blacklists.none': 'Your blacklist is empty',
  'lists.blacklists.noneText': 'Add numbers, addresses or whole domains that must never hear from you.',
  'lists.whitelists.none': 'Your whitelist is empty',
  'lists.whitelists.noneText': 'Add your team, testers and shared tablets so nothing they do looks like spam.',
  'lists.noMatch': 'No entry fits this.',
});

export const { t } = texts;
