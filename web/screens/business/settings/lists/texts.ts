import { words } from '../../../../components/texts.ts';
import { catalogue } from '../../../../messages/translate.ts';

export const texts = catalogue(words, {
  'lists.first': 'Put the first one on it',
  'lists.title': 'Blacklist and whitelist',
  'lists.settings': 'Settings',
  'lists.blacklists': 'Blacklist',
  'lists.whitelists': 'Whitelist',
  'lists.blacklists.text':
    'Whoever is on it gets nothing from you: no text, no email, whatever sends it, from this moment on. They cannot ' +
    'enter on your pages either. Only the answers to STOP and HELP, which the law asks for, still go out.',
  'lists.whitelists.text':
    'Whoever is on it is never taken for spam or a duplicate: forms do not turn them away for entering often, and their ' +
    'invitations to a loop count without a look. It does not lift the blacklist, nor an opt-out.',
  'lists.add': 'Add',
  'lists.search': 'Search the list',
  'lists.kinds': 'What it is',
  'lists.kind.all': 'All',
  'lists.kind.phone': 'Number',
  'lists.kind.email': 'Email address',
  'lists.kind.domain': 'Domain',
  'lists.value': 'Entry',
  'lists.since': 'Since',
  'lists.of': 'What to do with {value}',
  'lists.edit': 'Change',
  'lists.remove': 'Take off',
  'lists.removeTitle': 'Take {value} off the list?',
  'lists.removeText': 'It has no effect from now on. We forget the entry and its note.',
  'lists.addTitle.blacklists': 'Add to the blacklist',
  'lists.addTitle.whitelists': 'Add to the whitelist',
  'lists.editTitle': 'Change {value}',
  'lists.values': 'Numbers, addresses or domains',
  'lists.valuesHint': 'One on each line, or paste a column. A domain such as example.com means all of its addresses.',
  'lists.note': 'Note',
  'lists.noteHint': 'Why, for whoever looks at it later. May be left empty.',
  'lists.save': 'Save',
  'lists.refused': 'These could not be read and were left out:',
  'lists.refusedMore': 'and {count} more',
  'lists.done': 'Done',
  'lists.blacklists.none': 'Nobody is on your blacklist',
  'lists.blacklists.noneText': 'Put numbers, addresses or whole domains here that must never hear from you.',
  'lists.whitelists.none': 'Nobody is on your whitelist',
  'lists.whitelists.noneText':
    'Put your own team, testers and shared tablets here, so that nothing they do looks like spam.',
  'lists.noMatch': 'No entry fits this.',
});

export const { t } = texts;
